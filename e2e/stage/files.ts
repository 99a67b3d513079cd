import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A file for Playwright's file inputs. */
export type Sample = { name: string; mimeType: string; buffer: Buffer };

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A real PNG with a gradient, so that its preview differs from an empty one. */
export function png(name: string, width = 320, height = 240): Sample {
  const row = (y: number) => [0, ...Array.from({ length: width }, (_, x) => [x & 255, y & 255, (x * y) & 255]).flat()];
  const pixels = Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat());
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat(parts) };
}

export function svg(name: string): Sample {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="80" fill="#1d5fd1"/></svg>';
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
}

export function text(name: string, words = 'One line, and then another.\n'): Sample {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(words) };
}

/** A paper of A4 with a line on each page. */
export function pdf(name: string, pages: number): Sample {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const kids: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const words = `BT /F1 48 Tf 60 740 Td (Page ${page}) Tj ET`;
    const at = objects.length + 1;
    kids.push(`${at} 0 R`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${at + 1} 0 R>>`,
      `<</Length ${words.length}>>stream\n${words}\nendstream`,
    );
  }
  objects[1] = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`;
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(file + table + end, 'latin1') };
}

/** Bytes that cannot be compressed and have no recognisable type. */
export function noise(name: string, size: number): Sample {
  return { name, mimeType: 'application/octet-stream', buffer: randomBytes(size) };
}
