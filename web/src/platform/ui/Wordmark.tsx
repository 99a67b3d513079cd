import classes from './Wordmark.module.css';

type Props = { height?: number; markOnly?: boolean };

/** The drawn product name, in the colour of the text around it; the mark has the theme's primary. */
export function Wordmark({ height = 28, markOnly = false }: Props) {
  return (
    <svg
      className={classes['mark']}
      height={height}
      viewBox={markOnly ? '0 0 32 32' : '0 0 128 32'}
      role="img"
      aria-label="Vitrine"
    >
      <title>Vitrine</title>
      <rect width="32" height="32" rx="9" className={classes['tile'] ?? ''} />
      <path
        d="M8.2 11.4 14 22.1a2.27 2.27 0 0 0 4 0l5.8-10.7"
        className={classes['stroke'] ?? ''}
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="9.7" r="2.3" className={classes['dot'] ?? ''} />
      {!markOnly && (
        <text x="42" y="22.6" className={classes['name'] ?? ''}>
          vitrine
        </text>
      )}
    </svg>
  );
}
