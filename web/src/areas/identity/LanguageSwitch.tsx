import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../../platform/i18n/i18n';
import { languageNames } from '../../platform/i18n/language-names';
import { useChooseLanguage } from '../../platform/session/use-choose-language';

export function LanguageSwitch() {
  const { t } = useTranslation('identity_account');
  const { language, choose } = useChooseLanguage();
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('language')}
      value={language}
      onChange={(value) => void choose(value as Language)}
      data={languages.map((option) => ({ value: option, label: <span lang={option}>{languageNames[option]}</span> }))}
    />
  );
}
