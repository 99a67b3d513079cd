import type { AnyRoute } from '@tanstack/react-router';

export const contentRoutes = [] as const satisfies readonly AnyRoute[];
