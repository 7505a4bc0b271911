import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS })

// Nothing is painted here, so nothing waits for a frame. Otherwise a test that has seen the new
// address would find the page of the former one.
vi.mock('#app/lib/platform/next-paint.ts', () => ({ nextPaint: () => Promise.resolve() }))

// The settings that the server writes into its page. The app reads them once, when it is first
// imported.
const settings = {
  school: '示例大学',
  demo: true,
  host: 'sandbox',
  payment: 'sandbox',
  sms: true,
  appId: 'sandbox',
  authorizeUrl: '/sandbox/authorize',
  people: [
    {
      who: { zh: '新生', en: 'New student' },
      how: 'exam',
      number: '990001',
      secret: '110101200801010015',
    },
    { who: { zh: '教职工', en: 'Staff' }, how: 'staff', number: 'T1001', secret: 'campus-T1001' },
  ],
}
if (typeof document !== 'undefined') {
  // The language of the phone is Chinese, unless a test sets another.
  Object.defineProperty(navigator, 'languages', { value: ['zh-CN'], configurable: true })
  // The test browser has null here, whereas a browser without Web Locks has no such property.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  // Start at the root, because an earlier test file of this worker can have navigated elsewhere.
  history.replaceState(null, '', '/')
  document.body.innerHTML = `<script type="application/json" id="settings">${JSON.stringify(settings)}</script>`
}

// Output on the console fails a test. A test that expects output spies on the console itself.
const noise: unknown[][] = []

beforeEach(() => {
  noise.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => void noise.push(said))
  vi.spyOn(console, 'warn').mockImplementation((...said) => void noise.push(said))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  if (noise.length > 0)
    throw new Error(`The console complained: ${noise.map((said) => said.join(' ')).join('\n')}`)
})
