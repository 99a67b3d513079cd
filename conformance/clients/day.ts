// A working day with the client that openapi-typescript and openapi-fetch generate from the document: it types the
// calls, and a call that is not in the document does not compile. VITRINE is the server, VITRINE_EMAIL and _PASSWORD
// the user.

import { strict as assert } from 'node:assert'
import createClient from 'openapi-fetch'
import { io } from 'socket.io-client'
import type { paths } from './schema.js'

const { VITRINE: baseUrl = '', VITRINE_EMAIL: email = '', VITRINE_PASSWORD: password = '' } = process.env
const api = createClient<paths>({ baseUrl })

/** The data of the answer, or the problem's message. */
function told<T>({ data, error }: { data?: T; error?: { message?: string } | undefined }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error(error?.message ?? 'nothing came back')
  return data
}

const { token } = told(await api.POST('/api/core/auth/login', { body: { email, password } }))
api.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`) })

const { items: applications } = told(await api.GET('/api/core/usergroup/application'))
const application = applications.find(({ application_key }) => application_key === 'content')
assert(application)
const instance = { application_instance_id: application.application_instance_id }
const { items: repositories } = told(
  await api.GET('/api/app/{application_instance_id}/repository', { params: { path: instance } }),
)
const top = repositories[0]?.node_id
assert(top !== undefined)

const folder = told(
  await api.POST('/api/app/{application_instance_id}/folder', {
    params: { path: instance },
    body: { folder_parent_id: top, name: 'A day of TypeScript' },
  }),
)

// The live socket, with its unmodified client, at the client's default path.
const socket = io(baseUrl, { auth: { token } })
await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
const entered: unknown = await socket.emitWithAck('subscribe', { room: `node:${folder.node_id}` })
assert.deepEqual(entered, { ok: true })
const heard = new Promise<{ status: string }>((resolve) => socket.on('pipeline', resolve))

const prepared = told(
  await api.POST('/api/app/{application_instance_id}/file/prepare', {
    params: { path: instance },
    body: { folder_parent_id: folder.node_id, filename: 'poster.txt', size: 6 },
  }),
)
const form = new FormData()
form.set('node_id', String(prepared.node_id))
form.set('callback', prepared.callback)
form.set('raw_data', new Blob(['poster']), prepared.name)
const authorization = `Bearer ${token}`
assert.equal((await fetch(prepared.url, { method: 'POST', body: form, headers: { authorization } })).status, 200)
assert.equal((await heard).status, 'created')
socket.close()

const entry = { ...instance, node_id: prepared.node_id }
const shown = told(await api.GET('/api/app/{application_instance_id}/entry/{node_id}', { params: { path: entry } }))
assert.equal(shown.size, 6)
const listed = told(
  await api.GET('/api/app/{application_instance_id}/entry/list/{node_id}', {
    params: { path: { ...instance, node_id: folder.node_id }, query: { limit: 10 } },
  }),
)
assert.deepEqual(listed.items.map(({ name }) => name), ['poster.txt'])
const renamed = told(
  await api.PUT('/api/app/{application_instance_id}/entry/rename/{node_id}', {
    params: { path: entry },
    body: { name: 'placard.txt' },
  }),
)
assert.equal(renamed.name, 'placard.txt')
const found = told(
  await api.GET('/api/app/{application_instance_id}/search', { params: { path: instance, query: { term: 'placard' } } }),
)
assert(found.items.some(({ node_id }) => node_id === prepared.node_id))
const { link } = told(
  await api.GET('/api/app/{application_instance_id}/actions/download/{node_id}', { params: { path: entry } }),
)
const fetched = await fetch(link, { headers: { authorization: `Bearer ${token}` } })
assert.equal(await fetched.text(), 'poster')

const sent = told(
  await api.POST('/api/core/notification/send-share-message', {
    body: { emails: 'guest@spare.example', link: `/content/${instance.application_instance_id}`, title: 'placard.txt' },
  }),
)
assert.equal(sent.sent, 1)

const refused = await api.POST('/api/app/{application_instance_id}/folder', {
  params: { path: instance },
  body: { folder_parent_id: top, name: '' },
})
assert(refused.error && refused.error.message.length > 0)

for (const node_id of [prepared.node_id, folder.node_id]) {
  const gone = told(
    await api.DELETE('/api/app/{application_instance_id}/entry/{node_id}', { params: { path: { ...instance, node_id } } }),
  )
  assert.equal(gone.status, 'success')
}
console.log('TypeScript: a working day')
