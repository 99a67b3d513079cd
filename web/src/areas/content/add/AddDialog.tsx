import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext, PlaceAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { Modal } from '../../../platform/ui/Modal';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { PlaceIcon, PlaceRow } from './PlaceRow';
import classes from './PlaceRow.module.css';
import type { Place } from './use-places';

interface Props {
  appId: number;
  /** The folder that is open, if something may be added to it. */
  open: (() => ActionContext) | null;
  /** Otherwise the user chooses one of these. */
  places: readonly Place[];
  /** What is added when a place is chosen; without it, the user chooses that, too. */
  action?: string;
  close: () => void;
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;
const nothing = () => undefined;

/** Asks where something is added, and what: files, a photo, a folder. */
export function AddDialog({ appId, open, places, action, close }: Props) {
  const { t } = useTranslation('content');
  const { placeActions } = useRegistry();
  const [client, navigate, { startUpload }] = [useQueryClient(), useNavigate(), useUploads()];
  const [place, setPlace] = useState<Place | null>(null);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const contextAt = ({ nodeId, name }: Place): ActionContext => ({
    ...{ appId, client, navigate, startUpload, whole: null },
    folder: { nodeId, name },
    open: (show) => setDialog(show(close)),
    screen: { inform: nothing, switchView: nothing, selectAll: nothing, search: nothing, view: nothing },
  });
  const run = (wanted: PlaceAction, context: ActionContext) => {
    wanted.run(context);
    // A dialog of the action takes this one's place.
    if (open !== null || wanted.menu === 'upload') close();
  };
  const choose = (chosen: Place) => {
    const wanted = placeActions.find(({ key }) => key === action);
    if (wanted === undefined) setPlace(chosen);
    else run(wanted, contextAt(chosen));
  };
  const context = open?.() ?? (place && contextAt(place));
  if (dialog !== null) return <Suspense fallback={null}>{dialog}</Suspense>;
  return (
    <Modal
      opened
      onClose={close}
      title={context?.folder ? t('add.to', { name: context.folder.name }) : t('add.where')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ul className={classes['list']}>
        {context
          ? placeActions
              .filter((one) => one.menu !== undefined && one.fits(true))
              .map((one) => (
                <PlaceRow
                  key={one.key}
                  label={one.label()}
                  picture={<one.icon {...icon} />}
                  run={() => run(one, context)}
                />
              ))
          : places.map((one) => (
              <PlaceRow key={one.nodeId} label={one.name} picture={<PlaceIcon place={one} />} run={() => choose(one)} />
            ))}
      </ul>
    </Modal>
  );
}
