import { ActionIcon, Button, Checkbox, Menu, SegmentedControl, Skeleton, Switch } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../platform/ui/ConfirmDialog';
import { DiscardDialog } from '../platform/ui/form/DiscardDialog';
import { Hint } from '../platform/ui/Hint';
import { notify } from '../platform/ui/notify';
import { SideDrawer } from '../platform/ui/SideDrawer';
import { Row, Section, State } from './Section';

export function Buttons() {
  return (
    <Section title="Buttons">
      <Row>
        <State name="the one of a view">
          <Button>Save</Button>
        </State>
        <State name="others">
          <Button variant="default">Cancel</Button>
        </State>
        <State name="quiet">
          <Button variant="subtle">Show more</Button>
        </State>
        <State name="busy">
          <Button loading>Save</Button>
        </State>
        <State name="closed">
          <Button disabled>Save</Button>
        </State>
        <State name="with a picture">
          <Button variant="default" leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}>
            Download
          </Button>
        </State>
        <State name="an icon, named by its hint">
          <Hint label="Favourite">
            <ActionIcon aria-label="Favourite">
              <IconStar size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Hint>
        </State>
      </Row>
      <Row>
        <State name="a choice of few">
          <SegmentedControl data={['Grid', 'List']} aria-label="View" />
        </State>
        <State name="on, off, closed">
          <Row>
            <Switch defaultChecked label="On" />
            <Switch label="Off" />
            <Switch disabled label="Closed" />
          </Row>
        </State>
        <State name="ticks">
          <Row>
            <Checkbox defaultChecked label="Chosen" />
            <Checkbox label="Open" />
            <Checkbox indeterminate readOnly label="Some" />
          </Row>
        </State>
        <State name="on its way">
          <Skeleton width={160} height={14} radius="sm" />
        </State>
      </Row>
    </Section>
  );
}

type Shown = 'confirm' | 'discard' | 'drawer' | null;

/** What lies over the page; each opens by its button, one at a time. */
export function Layers() {
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  return (
    <Section title="Layers">
      <Row>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<IconDots size={18} stroke={1.7} aria-hidden />}>
              Menu
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}>Rename</Menu.Item>
            <Menu.Item disabled leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}>
              Download
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--v-error)" leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}>
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" onClick={() => setShown('confirm')}>
          Question
        </Button>
        <Button variant="default" onClick={() => setShown('discard')}>
          Unsaved input
        </Button>
        <Button variant="default" onClick={() => setShown('drawer')}>
          Drawer
        </Button>
        <Button variant="default" onClick={() => notify.success('Saved')}>
          Good news
        </Button>
        <Button variant="default" onClick={() => notify.info('Another person has changed this folder')}>
          News
        </Button>
        <Button variant="default" onClick={() => notify.error('The server did not answer')}>
          Bad news
        </Button>
      </Row>
      {shown === 'confirm' && (
        <ConfirmDialog
          title="Remove the theme?"
          text="Its three groups go back to the organisation's theme."
          action="Remove"
          run={() => Promise.reject(new Error('refused'))}
          close={close}
        />
      )}
      {shown === 'discard' && <DiscardDialog answer={close} />}
      {shown === 'drawer' && (
        <SideDrawer title="Details" close={close}>
          <p>A panel at the side; on a phone it is the whole page.</p>
        </SideDrawer>
      )}
    </Section>
  );
}
