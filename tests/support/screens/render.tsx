import { setTimeout } from 'node:timers/promises'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { startApp } from '#app/features/app-shell/start-app.ts'
import {
  bindStudent,
  refreshSession,
  resumeSession,
  signInStaff,
} from '#app/features/identity/sign-in.ts'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import { createAppRouter } from '#app/router.tsx'
import { showToast } from '#app/ui/toast.ts'
import { demoPeople } from '#server/demo/demo-people'
import { type Backend, type BackendParams, startBackend } from '../backend/backend.ts'
import { recordAddress } from '../codebase/recorded-calls.ts'

/**
 * Milliseconds that a call may take on its way, and its answer on its way back, each by chance:
 * `UNEVEN=400 npx vitest run --project features` finds tests that look at the second of two parts of
 * a page before it was read, or at what a call has changed before it arrived. 0 unless it is said.
 */
const UNEVEN = Number(process.env['UNEVEN'] ?? 0)
const onTheWay = () => setTimeout(Math.random() * UNEVEN)

/** The app on a phone, in front of the real backend. */
export interface RenderedApp {
  readonly user: UserEvent
  /** Where the router stands, below the base path, with its query. */
  readonly address: () => string
  /** Put the app away and start it anew, as the phone does. */
  readonly restart: (address?: string) => Promise<RenderedApp>
}

/** A campus for the tests of one file, with a wire that faults can be put on. */
export interface ScreenCampus {
  readonly backend: () => Backend
  /** What went over the wire since the last test: path and body. */
  readonly calls: {
    readonly path: string
    readonly body: Record<string, unknown>
    readonly headers: Headers
  }[]
  /** Put a fault on the wire for the rest of the test. */
  readonly addFault: (...handlers: HttpHandler[]) => void
  /** Take all faults off the wire. */
  readonly clearFaults: () => void
}

/** Start the real backend for a file of tests; msw carries every call of the app to it. */
export function openScreenCampus(wishes: BackendParams = {}): ScreenCampus {
  let backend: Backend | undefined
  const calls: ScreenCampus['calls'] = []
  const answers = new Set<Promise<Response>>()
  const wire = setupServer(
    http.all('*', async ({ request }) => {
      if (backend === undefined) return HttpResponse.error()
      const body = await request.text()
      calls.push({
        path: new URL(request.url).pathname,
        body: body === '' ? {} : JSON.parse(body),
        headers: request.headers,
      })
      const answer = answerOf(backend, request, body)
      answers.add(answer)
      return answer.finally(() => answers.delete(answer))
    }),
  )
  beforeAll(async () => {
    backend = await startBackend(wishes)
    wire.listen({ onUnhandledRequest: 'error' })
    await startApp()
  })
  afterEach(async () => {
    cleanup()
    wire.resetHandlers()
    vi.restoreAllMocks()
    online()
    await clearPhoneData()
    for (const answer of unanswered) answer()
    unanswered.clear()
    // What a test has sent and not waited for changes nothing under the next one.
    await Promise.allSettled(answers)
    setLanguage('zh')
    // What was said to one test is not read by the next.
    showToast('', { ms: 0 })
    calls.length = 0
  })
  afterAll(async () => {
    wire.close()
    await backend?.close()
  })
  return {
    backend: () => {
      if (backend === undefined) throw new Error('The backend has not been started')
      return backend
    },
    calls,
    addFault: (...handlers) => wire.use(...handlers),
    clearFaults: () => wire.resetHandlers(),
  }
}

/** What the backend answers to a call of the app. */
async function answerOf(backend: Backend, request: Request, body: string): Promise<Response> {
  if (UNEVEN > 0) await onTheWay()
  const answer = await backend.fetch(request.url, {
    method: request.method,
    headers: [...request.headers],
    ...(body !== '' && { body }),
  })
  if (UNEVEN > 0) await onTheWay()
  return answer
}

/** Open the app at an address; `as` is somebody of the demo campus who is bound already. */
export async function openApp(address = '/', { as }: { as?: string } = {}): Promise<RenderedApp> {
  if (as !== undefined) await bindDemoUser(as)
  return show(address)
}

/**
 * Open a step as a new student does, from the list of steps: the flow is then known without a
 * network too.
 */
export async function openOnboardingStep(address: string, as: string): Promise<RenderedApp> {
  const list = await openApp(`/welcome/${as}`, { as })
  await screen.findByText('个人与家庭信息')
  return list.restart(address)
}

/** Bind somebody of the demo campus without the screens. */
export async function bindDemoUser(number: string): Promise<void> {
  const person = demoPeople.find((one) => one.number === number)
  if (person === undefined) throw new Error(`the demo campus has no ${number}`)
  const { how, secret } = person
  const outcome =
    how === 'staff'
      ? await signInStaff({ workNumber: number, password: secret })
      : await bindStudent({ kind: how, number, idCard: secret })
  if (outcome.type !== 'ok') throw new Error(`${number} could not be bound: ${outcome.type}`)
}

/**
 * A call that is taken and not answered as long as the test lasts; afterwards, for one that hung for
 * ever would make the network weak under the tests that follow.
 */
export const createHangingHandler = (path: string, asked = () => {}) =>
  http.post(path, () => {
    asked()
    return new Promise<Response>((resolve) =>
      unanswered.add(() => resolve(HttpResponse.json({ status: -400 }, { status: 401 }))),
    )
  })
const unanswered = new Set<() => void>()

/** Mend the phone's network: the faults on the wire are over, and the browser says so. */
export function goOnline(campus: ScreenCampus): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  campus.clearFaults()
  online()
}

/** Cut the phone's network: the browser says so, and nothing answers. */
export function goOffline(campus: ScreenCampus): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  campus.addFault(http.all('*', () => HttpResponse.error()))
  window.dispatchEvent(new Event('offline'))
}

function online() {
  recordOutboxOutcome('ok')
  window.dispatchEvent(new Event('online'))
}

async function show(address: string): Promise<RenderedApp> {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  router.subscribe('onResolved', ({ toLocation }) => recordAddress(toLocation.pathname))
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // A screen that is still being fetched has a heading, too.
  await waitFor(() => {
    if (document.querySelector('h1') === null || router.state.status === 'pending')
      throw new Error('no screen yet')
  })
  return {
    user: userEvent.setup(),
    address: () => router.history.location.href,
    restart: async (next = address) => {
      cleanup()
      resumeSession()
      void refreshSession()
      return show(next)
    },
  }
}
