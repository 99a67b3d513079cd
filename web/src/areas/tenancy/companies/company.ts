import type { Schema } from '../../../platform/api/client';

export type Company = Schema<'Company'>;

export const companiesPath = '/api/core/company';
