import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PillButton } from '../ZoomPill';
import classes from './PdfFile.module.css';

interface Props {
  term: string;
  search: (term: string) => void;
  /** Which match is shown, from 0. */
  at: number;
  total: number;
  looking: boolean;
  move: (by: 1 | -1) => void;
  close: () => void;
}

/** The search inside a document. */
export function PdfFind({ term, search, at, total, looking, move, close }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const found =
    total > 0 ? t('content_viewer:pdf.found', { index: at + 1, total }) : looking ? '…' : t('content_viewer:pdf.empty');
  return (
    <search className={classes['find']}>
      <TextInput
        className={classes['field'] ?? ''}
        autoFocus
        type="search"
        value={term}
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={t('content_viewer:pdf.find')}
        placeholder={t('content_viewer:pdf.find')}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className={classes['found']}>
        {term.trim() !== '' && found}
      </span>
      <PillButton label={t('content_viewer:pdf.findPrevious')} run={() => move(-1)} disabled={total === 0}>
        <IconChevronUp size={18} aria-hidden />
      </PillButton>
      <PillButton label={t('content_viewer:pdf.findNext')} run={() => move(1)} disabled={total === 0}>
        <IconChevronDown size={18} aria-hidden />
      </PillButton>
      <PillButton label={t('content_viewer:pdf.findClose')} run={close}>
        <IconX size={18} aria-hidden />
      </PillButton>
    </search>
  );
}
