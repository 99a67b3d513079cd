import { Menu } from '@mantine/core';
import { useThemeChoice } from '../platform/theme/ThemeProvider';
import { ThemeSwatch } from '../platform/theme/ThemeSwatch';
import { useThemeTitle } from '../platform/theme/use-theme-title';

/** The themes that the user may choose, one at a time. */
export function ThemeItems() {
  const title = useThemeTitle();
  const { choices, chosenId, choose } = useThemeChoice();
  return (
    <Menu.RadioGroup value={String(chosenId)} onChange={(value) => choose(Number(value))}>
      {choices.map((theme) => (
        <Menu.RadioItem
          key={theme.theme_id}
          value={String(theme.theme_id)}
          closeMenuOnClick={false}
          rightSection={<ThemeSwatch config={theme.theme_config} />}
        >
          {title(theme)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
