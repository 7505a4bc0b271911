import { afterEach, expect, test, vi } from 'vitest'
import { openNotification, showPushedMessage } from '../../sw/push.ts'

const SCOPE = 'https://campus.test/app/'
afterEach(() => vi.unstubAllGlobals())

/** A worker whose app is open in these windows, the one used last first. */
function openWorker(windows: readonly string[]) {
  const done: string[] = []
  const clientOf = (name: string) => {
    const client = {
      focus: async () => {
        done.push(`focus ${name}`)
        return client
      },
      navigate: async (url: string) => void done.push(`navigate ${name} ${url}`),
    }
    return client
  }
  vi.stubGlobal('self', {
    location: new URL(SCOPE),
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: object) =>
        void done.push(`show ${title} ${JSON.stringify(options)}`),
    },
    clients: {
      matchAll: async () => windows.map(clientOf),
      openWindow: async (url: string) => void done.push(`open ${url}`),
    },
  })
  return done
}
const click = async (path: unknown) => {
  const close = vi.fn<() => void>()
  const notification = { close, data: { path } }
  await openNotification(notification as never)
  expect(close).toHaveBeenCalledOnce()
}

test('a tap on a notification shows its page in the window of the app that was used last', async () => {
  const done = openWorker(['recent', 'older'])
  await click('/notice/n1')
  expect(done).toEqual(['focus recent', `navigate recent ${SCOPE}notice/n1`])
})

test('a tap on a notification opens a window if the app is closed', async () => {
  const done = openWorker([])
  await click('/notice/n1')
  expect(done).toEqual([`open ${SCOPE}notice/n1`])
})

test.each(['https://evil.example/x', 'javascript:alert(1)', '//evil.example/x', '', undefined])(
  'a notification whose page is %s opens the app and no other origin',
  async (path) => {
    const done = openWorker([])
    await click(path)
    expect(done).toHaveLength(1)
    expect(done[0]).toMatch(/^open https:\/\/campus\.test\/app\//)
  },
)

test('a push that cannot be read shows a notification all the same', async () => {
  const done = openWorker([])
  await showPushedMessage({ json: () => JSON.parse('{') } as never)
  await showPushedMessage(null)
  expect(done).toHaveLength(2)
  for (const one of done) expect(one).toMatch(/^show 校园通知 /)
})
