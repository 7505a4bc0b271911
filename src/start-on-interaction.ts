// The start script of a page that the server rendered. The page stays HTML until somebody uses it:
// links are links, and the app starts at the first touch, key or focus of anything else. The build
// inlines the script into the page (build/start-script.ts), so it imports little.
import { PUBLIC_PAGE_CURRENT } from '#offline/transport/worker-messages'
import { formatChinaTime } from './lib/format/china-clock.ts'
import { APP_STANDS, isRenderedForThisPhone } from './lib/snapshot/rendered-for.ts'
import { installWorker, WORKER_OPTIONS, WORKER_URL } from './lib/worker/first-installation.ts'

/** The Network Information API, which not every browser has. */
interface NavigatorWithConnection {
  readonly connection?: { readonly saveData?: boolean }
}

/** The latest start of the background work after the page has loaded, ms. */
const LONGEST_IDLE_MS = 2_000
/** The time in which the campus confirms a page from the phone, ms. Then the network counts as weak. */
const LONGEST_CHECK_MS = 3_000
/** After this time the sentence about an app that does not start gets its space, ms. */
const LATE_MS = 3_000

const root = document.getElementById('root')
const app = document.getElementById('app')
const late = document.querySelector<HTMLElement>('.shell-after')
const data = document.getElementById('hydration-data')?.textContent
if (root !== null && app instanceof HTMLTemplateElement && late !== null && data)
  startOnInteraction({ root, files: app.content, late, renderedFor: JSON.parse(data) })

function startOnInteraction({
  root,
  files,
  late,
  renderedFor,
}: {
  root: HTMLElement
  /** The elements that load the app. */
  files: DocumentFragment
  /** The sentence about an app that does not start. */
  late: HTMLElement
  renderedFor: Parameters<typeof isRenderedForThisPhone>[0]
}): void {
  const standing = new AbortController()
  const listener = { capture: true, signal: standing.signal }
  /** The buttons that were pressed before the app stands, each once, in the order of the presses. */
  const pressed = new Set<HTMLButtonElement>()
  const { serviceWorker } = navigator
  let areFilesHere = Boolean(serviceWorker?.controller)
  let fetching: Promise<unknown> = Promise.resolve()
  let state: 'waiting' | 'starting' | 'failed' = 'waiting'
  late.hidden = true

  for (const type of ['pointerdown', 'click', 'keydown', 'focusin', 'input'])
    document.addEventListener(type, interact, listener)
  // The app says that the network is gone, and looks again after the person was elsewhere: another
  // tab might have bound somebody, and another day might have begun.
  for (const type of ['offline', 'storage']) window.addEventListener(type, start, listener)
  window.addEventListener('pageshow', ({ persisted }) => persisted && start(), listener)
  document.addEventListener('visibilitychange', () => !document.hidden && start(), listener)
  window.addEventListener('error', fail, listener)
  root.addEventListener(APP_STANDS, () => void replay(), listener)

  let isCurrent = false
  serviceWorker?.addEventListener(
    'message',
    ({ data }) => (isCurrent ||= data === PUBLIC_PAGE_CURRENT),
    listener,
  )
  // The first read of the phone's storage waits for the disk, so the page is painted before it.
  whenPainted(startOrPrepare)

  function startOrPrepare() {
    const today = formatChinaTime(Date.now()).slice(0, 10)
    if (!navigator.onLine || !isRenderedForThisPhone(renderedFor, today)) start()
    // The worker has answered with the page of the last visit, and asks the campus for the current
    // one.
    else if (serviceWorker?.controller) setTimeout(() => isCurrent || start(), LONGEST_CHECK_MS)
    else if (document.readyState === 'complete') whenIdle(prepare)
    else window.addEventListener('load', () => whenIdle(prepare), listener)
  }

  function interact(event: Event) {
    const { target } = event
    if (!(target instanceof Element) || isShortcut(event)) return
    const button = target.closest('button')
    if (button === null ? target.closest('a[href]') : isAnsweredByServer(button)) return
    if (event.type === 'click' && button !== null) {
      if (state === 'failed') return late.scrollIntoView({ block: 'nearest' })
      event.preventDefault()
      event.stopPropagation()
      button.dataset['pressed'] = ''
      pressed.add(button)
    }
    start()
  }

  // Before the app's files are here the server switches the language faster than the app would, but
  // the page that it sends has nothing of what was typed.
  function isAnsweredByServer({ form }: HTMLButtonElement) {
    if (form?.method !== 'post') return false
    return state === 'failed' || (!areFilesHere && !isAnythingFilledIn())
  }

  function start() {
    if (state !== 'waiting') return
    state = 'starting'
    setTimeout(() => {
      late.hidden = false
      if (pressed.size > 0) late.scrollIntoView({ block: 'nearest' })
    }, LATE_MS)
    // What is being fetched is not fetched twice.
    void fetching.then(() => {
      const app = document.importNode(files, true)
      const scripts = [...app.querySelectorAll('script')]
      const sheet = app.querySelector('link')
      for (const { src, integrity } of scripts) {
        const link = document.createElement('link')
        Object.assign(link, { rel: 'modulepreload', href: src, integrity, crossOrigin: '' })
        app.append(link)
      }
      // Scripts that are inserted by a script do not wait for style sheets.
      for (const type of ['load', 'error'])
        sheet?.addEventListener(type, () => document.head.append(...scripts))
      for (const script of scripts) script.remove()
      document.head.append(app)
    })
  }

  /** Fetches the app's files into the browser's cache without compiling them. */
  function fetchFiles(): Promise<unknown> {
    fetching = Promise.all(
      [...files.querySelectorAll('link, script')].map(async (element) => {
        const file = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
        await (await fetch(file, { priority: 'low' })).blob()
      }),
    ).then(
      () => (areFilesHere = true),
      // The elements themselves report what is missing.
      () => {},
    )
    return fetching
  }

  async function prepare() {
    const { connection }: Navigator & NavigatorWithConnection = navigator
    // A worker would fetch as much again. With Save-Data both wait until the page is used.
    if (connection?.saveData === true || state !== 'waiting') return
    await fetchFiles()
    // The app registers the worker when its first screen is complete.
    if (state === 'waiting' && serviceWorker)
      await installWorker(() => serviceWorker.register(WORKER_URL, WORKER_OPTIONS))
  }

  async function replay() {
    standing.abort()
    for (const button of pressed) {
      delete button.dataset['pressed']
      const current = button.isConnected ? button : findSameButton(root, button)
      current?.click()
      // The app renders what a press has changed before the next press.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  function fail({ target }: Event) {
    if (!(target instanceof HTMLScriptElement)) return
    state = 'failed'
    late.hidden = false
    late.dataset['failed'] = ''
    for (const button of pressed) {
      delete button.dataset['pressed']
      button.click()
    }
    pressed.clear()
  }
}

/** The button that took the place of another where the app has rendered the page itself. */
function findSameButton(root: HTMLElement, { textContent, ariaLabel }: HTMLButtonElement) {
  return [...root.querySelectorAll('button')].find(
    (button) => button.textContent === textContent && button.ariaLabel === ariaLabel,
  )
}

function isAnythingFilledIn(): boolean {
  return [...document.querySelectorAll('input')].some(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  )
}

function isShortcut(event: Event): boolean {
  return event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey)
}

function whenPainted(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

function whenIdle(work: () => unknown): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LONGEST_IDLE_MS })
  else setTimeout(work)
}
