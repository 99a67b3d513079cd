import { MantineProvider } from '@mantine/core';
import { fireEvent, render } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { UploadsContext } from '../../../platform/uploads/uploads-context';
import { UploadCard } from './UploadCard';

beforeAll(() => startI18n());

const upload = { id: 'u', groupId: 'g', name: 'broken.png', size: 9, sent: 4, percent: 44, state: 'sending' };
const queue = { uploads: new Map([['u', upload]]), paces: new Map() };

it('a picture that the browser cannot draw has the sign of a file', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:broken');
  const file = new File(['not a picture'], 'broken.png', { type: 'image/png' });
  const uploads = { subscribe: () => () => undefined, snapshot: () => queue, fileOf: () => file, cancel: vi.fn() };
  const { container } = render(
    <MantineProvider>
      <UploadsContext value={{ uploads, startUpload: vi.fn() } as never}>
        <UploadCard uploadId="u" nodeId={-1} column={0} tabStop={false} />
      </UploadsContext>
    </MantineProvider>,
  );
  const picture = container.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('blob:broken');
  const signs = container.querySelectorAll('svg').length;
  fireEvent.error(picture as HTMLImageElement);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelectorAll('svg')).toHaveLength(signs + 1);
});
