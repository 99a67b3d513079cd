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
  return drawn(name, { width, height }, Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat()));
}

/** A PNG of about a megabyte, or of more pixels: nothing in it repeats. */
export function noisyPng(name: string, width = 640, height = 480): Sample {
  const pixels = randomBytes(height * (1 + width * 3));
  for (let y = 0; y < height; y++) pixels[y * (1 + width * 3)] = 0;
  return drawn(name, { width, height }, pixels);
}

/** A PNG whose left half is blue, and whose right half is transparent. */
export function halfGlass(name: string, width = 320, height = 240): Sample {
  const row = [0, ...Array.from({ length: width }, (_, x) => [29, 95, 209, x < width / 2 ? 255 : 0]).flat()];
  return drawn(name, { width, height, alpha: true }, Buffer.from(Array.from({ length: height }, () => row).flat()));
}

/**
 * A GIF that never ends: for a fifth of a second its left half is red, then its right half is blue. The other half is
 * transparent.
 */
export function movingGif(name: string, width = 240, height = 160): Sample {
  const number = (value: number) => [value & 255, value >> 8];
  const size = [...number(width), ...number(height)];
  const colours = Buffer.alloc(3 * 128);
  colours.set([0, 0, 0, 230, 30, 30, 30, 60, 230]);
  const frame = (colourAt: (x: number) => number) => {
    const pixels = Array.from({ length: width * height }, (_, at) => colourAt(at % width));
    const [clear, end] = [128, 129];
    // The table of codes is cleared before its codes would need another bit: each of them is one pixel in one byte.
    const codes = pixels.flatMap((pixel, at) => (at % 126 === 0 ? [clear, pixel] : [pixel]));
    const bytes = Buffer.from([...codes, end]);
    const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
      bytes.subarray(255 * at, 255 * at + 255),
    );
    const data = blocks.flatMap((block) => [Buffer.from([block.length]), block]);
    // What a frame has drawn is taken away after it, and colour 0 is none.
    const control = [0x21, 0xf9, 4, 0b0000_1001, ...number(20), 0, 0];
    return Buffer.concat([Buffer.from([...control, 0x2c, 0, 0, 0, 0, ...size, 0, 7]), ...data, Buffer.from([0])]);
  };
  const buffer = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([...size, 0b1111_0110, 0, 0]),
    colours,
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0', 'latin1'),
    Buffer.from([3, 1, 0, 0, 0]),
    frame((x) => (x < width / 2 ? 1 : 0)),
    frame((x) => (x < width / 2 ? 0 : 2)),
    Buffer.from([0x3b]),
  ]);
  return { name, mimeType: 'image/gif', buffer };
}

interface Shape {
  width: number;
  height: number;
  alpha?: boolean;
}

/** Each row of pixels begins with its filter. */
function drawn(name: string, { width, height, alpha = false }: Shape, pixels: Buffer): Sample {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, alpha ? 6 : 2, 0, 0, 0], 8);
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

/** A PDF with a line of text on each page, in a font that every reader has to bring along. */
export function pdf(name: string, lines: readonly string[]): Sample {
  const pages = lines.map((_, index) => 4 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const drawn = `BT /F1 32 Tf 60 700 Td (${line}) Tj ET`;
      const contents = `/Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >>`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${contents} >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body + table + end, 'latin1') };
}

/** A tone of so many seconds, 44 KB each: long enough that no player loads it as a whole. */
export function wav(name: string, seconds: number): Sample {
  const rate = 44_100;
  const sound = Buffer.from(Array.from({ length: rate }, (_, at) => 128 + Math.round(40 * Math.sin(at / 16))));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(rate * seconds, 40);
  return {
    name,
    mimeType: 'audio/wav',
    buffer: Buffer.concat([head, ...Array.from({ length: seconds }, () => sound)]),
  };
}

/** Bytes that cannot be compressed and have no recognisable type. */
export function noise(name: string, size: number): Sample {
  return { name, mimeType: 'application/octet-stream', buffer: randomBytes(size) };
}
