import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS })

// What the server writes into its page; the app reads it once, when it is first imported.
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
  // Whoever wants a phone of another language says so.
  Object.defineProperty(navigator, 'languages', { value: ['zh-CN'], configurable: true })
  // The test browser says null where a browser without locks says nothing at all.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  // Where an earlier file of this worker went is not where this one begins.
  history.replaceState(null, '', '/')
  document.body.innerHTML = `<script type="application/json" id="settings">${JSON.stringify(settings)}</script>`
}

// Noise fails tests: a complaint in the console that a test did not ask for is a failure (a test
// that expects one spies itself).
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
