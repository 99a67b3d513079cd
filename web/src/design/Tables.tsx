import { Button } from '@mantine/core';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../platform/ui/Panel';
import type { List } from '../platform/ui/table/column';
import { DataTable } from '../platform/ui/table/DataTable';
import { PersonCell } from '../platform/ui/table/PersonCell';
import { StatusBadge } from '../platform/ui/table/StatusBadge';
import type { TableView } from '../platform/ui/table/table-view';
import { Section, State } from './Section';

type Person = { id: number; name: string; email: string; avatar_url: null; active: boolean };

const people: readonly Person[] = ['Ana Souza', 'Beatriz de Albuquerque e Vasconcelos', 'José Álvares'].map(
  (name, id) => ({ id, name, email: `person.${id}@example.com`, avatar_url: null, active: id !== 2 }),
);

function useView(q = ''): TableView {
  const [view, setView] = useState({ q, order: 'name', page: 1, size: 5 as const });
  const query = { order: view.order, limit: view.size, offset: 0 };
  return { ...view, query, show: (change) => setView((before) => ({ ...before, ...change }) as typeof before) };
}

function list(state: Partial<List<Person>>): List<Person> {
  return { data: undefined, error: null, isPending: false, isPlaceholderData: false, refetch: () => null, ...state };
}

const states: readonly (readonly [string, List<Person>, string])[] = [
  ['rows', list({ data: { items: people, total: 23 } }), ''],
  ['on its way', list({ isPending: true }), ''],
  ['nothing yet', list({ data: { items: [], total: 0 } }), ''],
  ['nothing found', list({ data: { items: [], total: 0 } }), 'zebra'],
  ['the server is away', list({ error: new TypeError('Failed to fetch') }), ''],
];

const idle = () => undefined;

function Table({ of, q }: { of: List<Person>; q: string }) {
  const view = useView(q);
  return (
    <DataTable
      title="People"
      list={of}
      view={view}
      searchLabel="Find a person"
      empty={{
        icon: IconUsers,
        title: 'No people yet',
        description: 'Invite the first by e-mail.',
        action: <Button>Invite</Button>,
      }}
      columns={[
        { key: 'name', title: 'Name', order: 'name', cell: (person) => <PersonCell person={person} /> },
        { key: 'state', title: 'State', width: '140px', cell: ({ active }) => <StatusBadge active={active} /> },
      ]}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      open={idle}
      actions={() => [
        { key: 'edit', label: 'Edit', icon: IconPencil, run: idle },
        { key: 'remove', label: 'Remove', icon: IconTrash, run: idle, danger: true },
      ]}
    />
  );
}

export function Tables() {
  return (
    <Section title="Tables and panels">
      {states.map(([name, of, q]) => (
        <State key={name} name={name}>
          <Table of={of} q={q} />
        </State>
      ))}
      <Panel title="A panel" description="What it is for, in one line.">
        <p>Its content.</p>
      </Panel>
    </Section>
  );
}
