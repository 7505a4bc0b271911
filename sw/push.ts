// Shows the notifications that the campus sends by Web Push, and opens their pages.

declare const self: ServiceWorkerGlobalScope

/** Shows a notification, in the language in which its words were sent. */
export async function showPushedMessage(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag, language } = readPayload(data)
  // A push that shows nothing would let the browser end the subscription.
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language === 'en' ? 'en' : 'zh-CN',
    icon: 'icons/192.png',
    data: { path },
  })
}

/** Opens the page of a notification, in a window of the app that is open, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { path }: { path?: unknown } = Object(notification.data)
  const url = pageUrl(typeof path === 'string' ? path : '/')
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (window === undefined) await self.clients.openWindow(url)
  else await (await window.focus()).navigate(url)
}

// The page of a path of the app. Another origin is never opened.
const pageUrl = (path: string): string => {
  const url = new URL(path.replace(/^\/+/, ''), self.registration.scope)
  return url.origin === self.location.origin ? url.href : self.registration.scope
}

function readPayload(data: PushMessageData | null) {
  let said: unknown
  try {
    said = data?.json()
  } catch {
    // Not from this campus's server of this version.
  }
  const { title, body, path, tag, language }: Record<string, unknown> = Object(said)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    title: text(title) || '校园通知',
    body: text(body),
    path: text(path),
    tag: text(tag),
    language: text(language),
  }
}
