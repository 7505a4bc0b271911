import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  restoreNetwork,
  signIn,
  submitForm,
} from '../../support/browser/browser-campus.ts'
import { launchPhone, waitForOfflineReady } from '../../support/browser/chromium.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

const TRIP = '爷爷一起来送'

/**
 * Whether a file contains a word in an encoding in which browsers store text. A number must not be
 * part of a longer one, because any six digits may occur in a 17-digit timestamp.
 */
function standsIn(bytes: Buffer, word: string): boolean {
  const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57
  const isWhole = (from: number, spelled: Buffer) =>
    !/^\d+$/.test(word) ||
    ![from - spelled.length / word.length, from + spelled.length].some((at) => isDigit(bytes[at]))
  return (['utf8', 'utf16le'] as const).some((encoding) => {
    const spelled = Buffer.from(word, encoding)
    for (let at = bytes.indexOf(spelled); at >= 0; at = bytes.indexOf(spelled, at + 1))
      if (isWhole(at, spelled)) return true
    return false
  })
}

/** The secrets that the files of a closed browser contain, each with its file. */
async function inFiles(
  folder: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const found = await Promise.all(
    files.map(async (entry) => {
      const name = join(entry.parentPath, entry.name)
      const bytes = await readFile(name).catch(() => Buffer.alloc(0))
      return Object.entries(secrets)
        .filter(([, word]) => standsIn(bytes, word))
        .map(([what]) => `${what} in ${name.slice(folder.length + 1)}`)
    }),
  )
  return found.flat()
}

test('after an unbinding the files of the closed browser contain no personal text and no valid token [D-105 security 11]', async () => {
  const { origin, backend } = campus
  const profileDir = await campus.createProfileDir()
  const phone = await launchPhone({ profileDir })
  const { page } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  const secret = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const { phone: number } = await backend.db
    .selectFrom('student')
    .select('phone')
    .where('code', '=', 'S990001')
    .executeTakeFirstOrThrow()
  await openTravelForm(page, origin)
  await cutNetwork(campus, phone)
  await fillTravelForm(page, { remark: TRIP })
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await restoreNetwork(campus, phone)
  await page.goto(`${origin}/me`)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('button', { name: /确定解除|放弃并解除绑定/ }).click()
  await page.getByText('未绑定').first().waitFor()
  await page.waitForFunction(() => localStorage.getItem('leftBehind') === null)
  await phone.close()
  // The browser deletes the session data of a tab when it is next opened.
  const again = await launchPhone({ profileDir })
  await again.page.goto(origin)
  await again.page.getByText('未绑定').first().waitFor()
  await again.close()

  const secrets = { name: '陈晓雨', phone: number, remark: TRIP, number: '990001', token: secret }
  const found = await inFiles(profileDir, secrets)
  const outside = (places: RegExp) => found.filter((one) => !places.test(one))
  // The browser's own files, which no page can write: visited addresses with titles and icons, and
  // the demo's page, which lists its people.
  const ITS_OWN =
    /^number in (segmentation_platform|Default\/(Favicons|History|Top Sites|Sessions|Web Data|Cache|Service Worker))/
  // The log of local storage keeps old values until the browser compacts the log, which no page can
  // request.
  const LOCAL_LOG = /^(name|number|token) in Default\/Local Storage\/leveldb\//
  expect(outside(ITS_OWN).filter((one) => !LOCAL_LOG.test(one))).toEqual([])
  // The token that the log may still contain is invalid.
  const alive = await backend.post(
    '/api/binding/findstu',
    { stuNumber: '', idCard: '', openId: '' },
    { authorization: secret },
  )
  expect(alive.status).toBe(401)
})
