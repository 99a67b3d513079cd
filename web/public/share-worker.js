// Receives what other apps of the device share with the installed app. The device sends it as a form; the worker keeps
// the files and opens the screen on which the user says where they go. It answers no other request.

const screen = new URL('content/received', self.registration.scope);

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === screen.pathname) event.respondWith(receive(event.request));
});

async function receive(request) {
  const form = await request.formData();
  // Only the last files that were shared are kept.
  await caches.delete('received');
  const cache = await caches.open('received');
  const files = form.getAll('files').filter((file) => file instanceof File);
  await Promise.all(files.map((file, index) => cache.put(`received/${index}`, kept(file))));
  return Response.redirect(screen.href, 303);
}

function kept(file) {
  const headers = {
    'Content-Type': file.type || 'application/octet-stream',
    'X-Name': encodeURIComponent(file.name),
    'X-Modified': String(file.lastModified),
  };
  return new Response(file, { headers });
}
