import type { Schema } from '../../../platform/api/client';

export type Tenant = Schema<'Tenant'>;

export const tenantsPath = '/api/core/tenant';
