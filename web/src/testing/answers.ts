import { HttpResponse } from 'msw';
import type { Schema } from '../platform/api/client';
import { builtInPalette } from '../platform/theme/palettes';

/** Typed by the server's document, so that a changed schema breaks the tests that rely on it. */
export function problem(status: number, code: string, message: string, errors?: Schema<'FieldError'>[]) {
  const body: Schema<'Problem'> = {
    type: 'about:blank',
    title: code,
    status,
    code,
    message,
    ...(errors && { errors }),
  };
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

export function tokenAnswer(token: string) {
  const body: Schema<'TokenAnswer'> = { token, data: { token } };
  return HttpResponse.json(body);
}

export function user(over: Partial<Schema<'UserData'>> = {}): Schema<'UserData'> {
  return {
    users_id: 1,
    name: 'Ana Souza',
    email: 'ana@acme.example',
    avatar_url: null,
    language: null,
    reset_pwd: false,
    master: false,
    roles: ['USER_REGULAR'],
    admins: [],
    groups: [],
    tenant_id: 1,
    tenant_title: 'Casa Lumen',
    company_id: 1,
    company_name: 'Casa Lumen',
    active: true,
    version: 1,
    ...over,
  };
}

export function theme(): Schema<'UserTheme'> {
  const green = {
    theme_id: 1,
    theme_title: 'Green',
    theme_key: 'green',
    tenant_id: null,
    tenant_title: null,
    version: 1,
    theme_config: builtInPalette,
  };
  return { ...green, choices: [green] };
}

export function application(id: number, key: string, title = `Instance ${id}`): Schema<'Application'> {
  return {
    application_instance_id: id,
    application_instance_title: title,
    application_id: 1,
    application_key: key,
    access_url: `${location.origin}/api/app/${id}`,
    here: true,
  };
}
