import { IconMailOff } from '@tabler/icons-react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState } from './EmptyState';

it('a line of the description does not end within the word e-mail', () => {
  const said = 'Quem você convidar recebe um e-mail com um link (e-mails vão para spam: guarda-chuva).';
  const { container } = render(<EmptyState icon={IconMailOff} title="Ninguém" description={said} />);
  expect(container.querySelector('p')?.textContent).toBe(said);
  for (const word of ['e-mail', 'e-mails']) {
    expect(screen.getByText(word).style.whiteSpace).toBe('nowrap');
  }
  expect(screen.queryByText('guarda-chuva')).toBeNull();
});
