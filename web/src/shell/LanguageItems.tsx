import { Menu } from '@mantine/core';
import { type Language, languages } from '../platform/i18n/i18n';
import { languageNames } from '../platform/i18n/language-names';
import { useChooseLanguage } from '../platform/session/use-choose-language';

export function LanguageItems() {
  const { language, choose } = useChooseLanguage();
  return (
    <Menu.RadioGroup value={language} onChange={(value) => choose(value as Language)}>
      {languages.map((option) => (
        <Menu.RadioItem key={option} value={option} lang={option}>
          {languageNames[option]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
