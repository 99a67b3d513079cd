import { Button } from '@mantine/core';
import { IconBell, IconCheck, IconPhotoOff } from '@tabler/icons-react';
import { EmptyState } from '../platform/ui/EmptyState';
import { GroupAvatar } from '../platform/ui/GroupAvatar';
import { PersonAvatar } from '../platform/ui/PersonAvatar';
import { PictureChip } from '../platform/ui/PictureChip';
import { Chip, Chips } from '../platform/ui/table/Chip';
import { PersonCell } from '../platform/ui/table/PersonCell';
import { StatusBadge } from '../platform/ui/table/StatusBadge';
import { TwoLines } from '../platform/ui/table/TwoLines';
import { Wordmark } from '../platform/ui/Wordmark';
import classes from './DesignPage.module.css';
import { Row, Section, State } from './Section';

const sizes: readonly (readonly [string, React.CSSProperties])[] = [
  ['Page title, 24/32 700', { fontSize: 24, lineHeight: '32px', fontWeight: 700, letterSpacing: '-0.02em' }],
  ['Section, 16/24 600', { fontSize: 16, lineHeight: '24px', fontWeight: 600 }],
  ['Text, 14/20', { fontSize: 14, lineHeight: '20px' }],
  ['Name on a card, 14/20 500', { fontSize: 14, lineHeight: '20px', fontWeight: 500 }],
  ['Fact, 12/16 muted', { fontSize: 12, lineHeight: '16px', color: 'var(--v-muted)' }],
];

export function Type() {
  return (
    <Section title="Type">
      <Wordmark />
      {sizes.map(([name, style]) => (
        <State key={name} name={name}>
          <span style={style}>Verão 2026: campaign pictures, 1,234 of 5,678</span>
        </State>
      ))}
    </Section>
  );
}

export function People() {
  const people = ['Ana Souza', 'Beatriz Lima', 'José Álvares', 'Møller', '李雷', 'x'];
  const ana = { name: 'Ana Souza', email: 'ana@souza.example', avatar_url: null };
  return (
    <Section title="People, states and kinds">
      <Row>
        {people.map((name) => (
          <State key={name} name={name}>
            <PersonAvatar name={name} src={null} />
          </State>
        ))}
      </Row>
      <Row>
        <PersonCell person={ana} />
        <GroupAvatar />
        <PictureChip title="Approved" drawing={<IconCheck size={13} stroke={2} aria-hidden />}>
          Approved
        </PictureChip>
        <TwoLines title="Brand portal" note="brand-portal" />
        <StatusBadge active />
        <StatusBadge active={false} />
        <Chips>
          <Chip>Reader</Chip>
          <Chip strong>Manager</Chip>
        </Chips>
      </Row>
    </Section>
  );
}

export function Empty() {
  return (
    <Section title="Nothing there">
      <Row>
        <div className={classes['surface']}>
          <EmptyState icon={IconBell} title="No news" description="What others do in your folders appears here." />
        </div>
        <div className={classes['surface']}>
          <EmptyState
            icon={IconPhotoOff}
            title="No files yet"
            description="Drop files here."
            action={<Button>Upload</Button>}
          />
        </div>
      </Row>
    </Section>
  );
}
