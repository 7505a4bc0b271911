import { setTimeout } from 'node:timers/promises'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { startApp } from '#app/features/app-shell/start-app.ts'
import {
  bindStudent,
  refreshSession,
  resumeSession,
  signInStaff,
} from '#app/features/identity/sign-in.ts'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentLanguage, setLanguage } from '#app/lib/language/language.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import { refreshOutbox } from '#app/lib/outbox/outbox.ts'
import { nextPaint } from '#app/lib/platform/next-paint.ts'
import { createAppRouter } from '#app/router.tsx'
import { showToast } from '#app/ui/toast.ts'
import { FILE_BODY_CONTENT_TYPE } from '#contract/call'
import { demoPeople } from '#server/demo/demo-people'
import { type Backend, type BackendParams, startBackend } from '../backend/backend.ts'
import { recordAddress } from '../codebase/recorded-calls.ts'
import { findLabelsOutsideNames } from './label-in-name.ts'

/**
 * The longest random delay of a request, and of its response, in ms; 0 by default. `UNEVEN=400 npx
 * vitest run --project features` finds tests that check a part of a page before it has loaded, or
 * the effect of a call before the call has arrived.
 */
const UNEVEN = Number(process.env['UNEVEN'] ?? 0)
const onTheWay = () => setTimeout(Math.random() * UNEVEN)

/** The app rendered on a simulated phone, with the real backend. */
export interface RenderedApp {
  readonly user: UserEvent
  /** The router's current address below the base path, with its query. */
  readonly address: () => string
  /** Close the app and start it again, as when a phone restarts it. */
  readonly restart: (address?: string) => Promise<RenderedApp>
}

/** A campus for the tests of one file, with a network that can be given faults. */
export interface ScreenCampus {
  readonly backend: () => Backend
  /** The requests since the last test. */
  readonly calls: {
    readonly path: string
    readonly body: Record<string, unknown>
    readonly headers: Headers
  }[]
  /** Add network faults for the rest of the test. */
  readonly addFault: (...handlers: HttpHandler[]) => void
  /** Remove all network faults. */
  readonly clearFaults: () => void
}

/** Start the real backend for a file of tests; msw passes every request of the app to it. */
export function openScreenCampus(wishes: BackendParams = {}): ScreenCampus {
  let backend: Backend | undefined
  const calls: ScreenCampus['calls'] = []
  const answers = new Set<Promise<Response>>()
  const wire = setupServer(
    http.all('*', async ({ request }) => {
      if (backend === undefined) return HttpResponse.error()
      const isFile = request.headers.get('content-type') === FILE_BODY_CONTENT_TYPE
      const body = isFile ? await request.arrayBuffer() : await request.text()
      calls.push({
        path: new URL(request.url).pathname,
        body: body === '' || typeof body !== 'string' ? {} : JSON.parse(body),
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
    const mismatches = findLabelsOutsideNames()
    cleanup()
    wire.resetHandlers()
    vi.restoreAllMocks()
    online()
    await clearPhoneData()
    for (const answer of unanswered) answer()
    unanswered.clear()
    // Wait for requests that the test has not awaited, so that they do not affect the next test.
    await Promise.allSettled(answers)
    if (currentLanguage() !== 'zh') {
      setLanguage('zh')
      // The reads that follow a change of the language belong to this test.
      await nextPaint()
    }
    // Remove the toast, so that the next test does not find it.
    showToast('', { ms: 0 })
    calls.length = 0
    expect(mismatches).toEqual([])
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

/** Returns the backend's response to a request of the app. */
async function answerOf(
  backend: Backend,
  request: Request,
  body: string | ArrayBuffer,
): Promise<Response> {
  if (UNEVEN > 0) await onTheWay()
  const answer = await backend.fetch(request.url, {
    method: request.method,
    headers: [...request.headers],
    ...(body !== '' && { body }),
  })
  if (UNEVEN > 0) await onTheWay()
  return answer
}

/**
 * Open the app at an address; `as` is the number of a person of the demo campus who is bound first.
 */
export async function openApp(address = '/', { as }: { as?: string } = {}): Promise<RenderedApp> {
  if (as !== undefined) await bindDemoUser(as)
  return show(address)
}

/**
 * Open a step as a new student does, after the list of steps, so that the steps are known offline
 * too.
 */
export async function openOnboardingStep(address: string, as: string): Promise<RenderedApp> {
  const list = await openApp(`/welcome/${as}`, { as })
  await screen.findByText('个人与家庭信息')
  return list.restart(address)
}

/** Bind a person of the demo campus without using screens. */
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
 * Create a handler that accepts a call and answers it only after the test. A call without any
 * response would mark the network as weak in later tests.
 */
export const createHangingHandler = (path: string, asked = () => {}) =>
  http.post(path, () => {
    asked()
    return new Promise<Response>((resolve) =>
      unanswered.add(() => resolve(HttpResponse.json({ status: -400 }, { status: 401 }))),
    )
  })
const unanswered = new Set<() => void>()

/** Restore the phone's network: remove all faults and dispatch the browser's `online` event. */
export function goOnline(campus: ScreenCampus): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  campus.clearFaults()
  online()
}

/** Cut the phone's network: the browser reports that it is offline, and all requests fail. */
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
  // A screen whose code is still loading has a heading too, so that the router's status is checked.
  await waitFor(() => {
    if (document.querySelector('h1') === null || router.state.status === 'pending')
      throw new Error('no screen yet')
  })
  return {
    user: userEvent.setup(),
    address: () => router.history.location.href,
    restart: async (next = address) => {
      expect(findLabelsOutsideNames()).toEqual([])
      cleanup()
      resumeSession()
      void refreshSession()
      // A start reads the outbox, in which something may have changed while the app was closed.
      void refreshOutbox()
      return show(next)
    },
  }
}
