import { Menu } from '@mantine/core';
import { useThemeChoice } from '../platform/theme/ThemeProvider';
import { ThemeSwatch } from '../platform/theme/ThemeSwatch';

/** Every theme the person may choose, as a list of one choice. */
export function ThemeItems() {
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
          {theme.theme_title}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
