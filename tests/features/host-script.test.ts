import { createRequire } from 'node:module'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeWindow } from '#app/host/close.ts'
import { scanWithMessagingApp } from '#app/host/scan.ts'
import { type MessagingBridge, openMessagingSdk, getSignatureAddress } from '#app/host/sdk.ts'
import { bindDemoUser, openScreenCampus } from '../support/screens/render.tsx'
import { waitUntil } from '../support/setup/wait-until.ts'

const campus = openScreenCampus()
const agent = (text: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(text)
const asked = () =>
  campus.calls.filter(({ path }) => path === '/getPayParam').map(({ body }) => body)

/**
 * A fake of the messaging app's script, with the functions `can`; it rejects a signature with
 * `refuses`.
 */
function scriptThat(can: Partial<MessagingBridge>, { refuses }: { refuses?: object } = {}) {
  const config = vi.fn<NonNullable<MessagingBridge['config']>>()
  const bridge: MessagingBridge = {
    config,
    ready: (then) => refuses === undefined && queueMicrotask(then),
    error: (then) => refuses !== undefined && queueMicrotask(() => then(refuses)),
    ...can,
  }
  vi.stubGlobal('wx', bridge)
  return config
}

const load = createRequire(import.meta.url)

let page = 0
beforeEach(async () => {
  await bindDemoUser('990001')
  campus.calls.length = 0
  // Each test has an address of its own, since an address is signed only once.
  page += 1
  history.replaceState(null, '', `/more?page=${page}#part`)
})
afterEach(() => vi.unstubAllGlobals())

describe('the script of the messaging app', () => {
  test('the messaging app’s script is signed once for the current address without its fragment [FEE-44]', async () => {
    const config = scriptThat({})
    expect((await openMessagingSdk()).type).toBe('ready')
    expect((await openMessagingSdk()).type).toBe('ready')
    expect(asked()).toEqual([{ appid: 'sandbox', url: `http://campus.test/more?page=${page}` }])
    expect(config.mock.calls[0]?.[0]).toMatchObject({
      debug: false,
      appId: 'sandbox',
      nonceStr: expect.any(String),
    })
    expect(config.mock.calls[0]?.[0].signature).toMatch(/^[\da-f]{40}$/)
  })

  test('on iOS the messaging app’s script is signed for the address that the page was opened with [FEE-44]', () => {
    const entry = vi.spyOn(performance, 'getEntriesByType')
    entry.mockReturnValue([{ name: 'http://campus.test/?code=1#x' } as PerformanceEntry])
    agent('iPhone MicroMessenger')
    expect(getSignatureAddress()).toBe('http://campus.test/?code=1')
    agent('Android MicroMessenger')
    expect(getSignatureAddress()).toBe(`http://campus.test/more?page=${page}`)
  })

  test('an error of the messaging app’s script is reported unchanged [SCN-14]', async () => {
    scriptThat({}, { refuses: { errMsg: 'config:invalid signature' } })
    expect(await scanWithMessagingApp()).toEqual({
      type: 'failed',
      said: '{"errMsg":"config:invalid signature"}',
    })
  })

  test('a signature of the messaging app’s script that cannot be loaded is reported, and requested again at the next call [SCN-14]', async () => {
    scriptThat({})
    campus.addFault(http.post('*/getPayParam', () => HttpResponse.error(), { once: true }))
    expect(await openMessagingSdk()).toEqual({
      type: 'failed',
      said: expect.stringContaining('errMsg'),
    })
    expect((await openMessagingSdk()).type).toBe('ready')
  })

  describe('the real script, which reports every signature after the first accepted one as ready', () => {
    /**
     * A fake of the app behind the script. `says` returns its response to the nth request of a
     * name.
     */
    function phoneThat(says: (name: string, time: number) => string) {
      agent('Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50')
      const times = new Map<string, number>()
      const invoke = (name: string, _: object, then: (said: object) => void) => {
        const time = (times.get(name) ?? 0) + 1
        times.set(name, time)
        queueMicrotask(() =>
          then({ errMsg: `${name === 'preVerifyJSAPI' ? 'config' : name}:${says(name, time)}` }),
        )
      }
      vi.stubGlobal('jWeixin', undefined)
      vi.stubGlobal('WeixinJSBridge', { invoke })
      // Load the script's module anew, since the module caches responses.
      delete load.cache[load.resolve('weixin-js-sdk')]
      vi.stubGlobal('wx', load('weixin-js-sdk'))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const signatures = () => times.get('preVerifyJSAPI') ?? 0
      return {
        signatures,
        /**
         * Wait for that many signatures, and then for as long as the script needs to report an
         * error.
         */
        patience: async (count: number) => {
          await waitUntil(() => expect(signatures()).toBe(count))
          await vi.advanceTimersByTimeAsync(1500)
        },
      }
    }
    afterEach(() => vi.useRealTimers())
    const refused = { type: 'failed', said: '{"errMsg":"config:invalid signature"}' }

    test('a second rejected signature of the messaging app’s script is reported like the first, and a third one is requested [SCN-14]', async () => {
      const phone = phoneThat((name, time) =>
        name === 'preVerifyJSAPI' && time < 3 ? 'invalid signature' : 'ok',
      )
      expect(await scanWithMessagingApp()).toEqual(refused)
      expect(await scanWithMessagingApp()).toEqual(refused)
      const third = openMessagingSdk()
      await phone.patience(3)
      expect((await third).type).toBe('ready')
      expect((await openMessagingSdk()).type).toBe('ready')
      expect(phone.signatures()).toBe(3)
    })

    test('on Android the messaging app’s script is signed for every page, and not used after a rejected signature [SCN-14]', async () => {
      const phone = phoneThat((name, time) =>
        name === 'preVerifyJSAPI' && time === 2 ? 'invalid signature' : 'ok',
      )
      expect((await openMessagingSdk()).type).toBe('ready')
      history.replaceState(null, '', '/another')
      expect(await openMessagingSdk()).toEqual(refused)
      const again = openMessagingSdk()
      await phone.patience(3)
      expect((await again).type).toBe('ready')
    })
  })

  test('a scan that the signature does not permit is reported unchanged, and the next scan requests a new signature [SCN-14]', async () => {
    const errMsg = 'scanQRCode:permission denied'
    scriptThat({ scanQRCode: ({ fail }) => fail({ errMsg }) })
    expect(await scanWithMessagingApp()).toEqual({
      type: 'failed',
      said: JSON.stringify({ errMsg }),
    })
    scriptThat({ scanQRCode: ({ fail }) => fail({ errMsg: 'scanQRCode:function_not_exist' }) })
    expect(await scanWithMessagingApp()).toEqual({ type: 'too-old' })
    expect(asked()).toHaveLength(2)
  })

  test('an ordinary browser loads no script of the messaging app', async () => {
    expect(await openMessagingSdk()).toEqual({ type: 'none' })
    expect(await scanWithMessagingApp()).toEqual({ type: 'none' })
    expect(await closeWindow()).toBe(false)
  })
})

describe('the scanner of the messaging app', () => {
  const checks =
    (can: boolean): NonNullable<MessagingBridge['checkJsApi']> =>
    ({ success }) =>
      success({ checkResult: { scanQRCode: can } })

  test('the messaging app’s scanner returns the scanned code as text [SCN-10]', async () => {
    scriptThat({
      checkJsApi: checks(true),
      scanQRCode: ({ success }) => success({ resultStr: 'read' }),
    })
    expect(await scanWithMessagingApp()).toEqual({ type: 'scanned', text: 'read' })
  })

  test('a messaging app that cannot scan is reported as too old [SCN-12]', async () => {
    scriptThat({ checkJsApi: checks(false), scanQRCode: () => {} })
    expect(await scanWithMessagingApp()).toEqual({ type: 'too-old' })
    scriptThat({})
    expect(await scanWithMessagingApp()).toEqual({ type: 'too-old' })
  })

  test('a messaging app that does not report its abilities counts as unable to scan [SCN-13]', async () => {
    scriptThat({ checkJsApi: ({ fail }) => fail(), scanQRCode: () => {} })
    expect(await scanWithMessagingApp()).toEqual({ type: 'check-failed' })
  })

  test('a scan that is cancelled in the messaging app returns no text', async () => {
    scriptThat({ checkJsApi: checks(true), scanQRCode: ({ cancel }) => cancel() })
    expect(await scanWithMessagingApp()).toEqual({ type: 'cancelled' })
  })
})

test('the messaging app’s window closes on request [CMP-03]', async () => {
  const close = vi.fn<() => void>()
  scriptThat({ closeWindow: close })
  expect(await closeWindow()).toBe(true)
  expect(close).toHaveBeenCalledOnce()
})
