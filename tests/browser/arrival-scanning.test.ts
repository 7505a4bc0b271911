import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  cutNetwork,
  startBrowserTestCampus,
  restoreNetwork,
  locateOutboxTab,
  signIn,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import {
  showCodeToCamera,
  installFakeCamera,
  clearCamera,
  type Resident,
  issueResidentPasses,
} from '../support/browser/resident-passes.ts'
import {
  createPassKeyPair,
  createPassIssuer,
  createSignedPassText,
} from '../support/offline/pass-keys.ts'
import { isLongRun } from '../support/setup/long-run.ts'

// Fifty in a long run: each scan is the same again.
const ALL = isLongRun ? 50 : 5
let campus: BrowserTestCampus
let residents: Resident[]
beforeAll(async () => {
  campus = await startBrowserTestCampus()
  residents = await issueResidentPasses(campus.backend, 'T2001', ALL)
})
afterAll(() => campus.close())
beforeEach(() => campus.proxy.setFault('pass'))

const arrivals = () =>
  campus.backend.db
    .selectFrom('arrival')
    .select(['student_code', 'removed_at'])
    .where(
      'student_code',
      'in',
      residents.map(({ code }) => code),
    )
    .execute()

/** A supervisor's phone that has been online once. */
async function supervisor() {
  const phone = await campus.openPhone({})
  const { page } = phone
  await installFakeCamera(page)
  await signIn(page, campus.origin, 'T2001')
  await waitForOfflineReady(page)
  await page.goto(`${campus.origin}/scanCodes`)
  await page.getByText(/名学生/).waitFor()
  return phone
}

test('without a network a camera reads a student’s code of 256 pixels on a plain screen as genuine and shows the student’s photo, and the arrival desk prints the slip [SCN-10 HOME-08 D-30]', async () => {
  const student = await campus.openPhone()
  await signIn(student.page, campus.origin, '990002')
  await waitForOfflineReady(student.page)
  await student.page.goto(campus.origin)
  const show = async () => {
    await student.page.getByRole('button', { name: /我的报到码/ }).click()
    await student.page.getByText(/秒后自动更新/).waitFor()
  }
  await show()
  await student.page.getByRole('button', { name: '关闭' }).click()
  const camera = join(await campus.createProfileDir(), 'camera.mjpeg')
  const scanner = await campus.openPhone({ cameraFile: camera })
  await writeFile(camera, await picture(await student.page.screenshot({ scale: 'css' })))
  await signIn(scanner.page, campus.origin, 'T2001')
  await waitForOfflineReady(scanner.page)
  await scanner.page.goto(`${campus.origin}/scanCodes`)
  await scanner.page.getByText('照片 1 张').waitFor()
  // In the corridor neither phone has a signal, and the student opens the code again.
  await cutNetwork(campus, scanner)
  await student.setOffline()
  await show()
  await student.page.getByText(/离线显示/).waitFor()
  const shown = student.page.getByRole('dialog').getByRole('img')
  expect(await shown.boundingBox()).toMatchObject({ width: 256, height: 256 })
  const code = await shown.screenshot({ scale: 'css' })
  await writeFile(camera, await picture(code))
  await scanner.page.goto(`${campus.origin}/scanning?desk=1`)
  const alert = scanner.page.getByRole('alert')
  await alert.getByText('真实有效').waitFor()
  await alert.getByText('李明轩', { exact: true }).waitFor()
  const photo = alert.getByRole('img', { name: '李明轩的照片' })
  const width = photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })
  expect(await width).toBe(96)
  await alert.getByRole('button', { name: '确认入住' }).click()
  await scanner.page.getByRole('article').waitFor()
  await scanner.page.emulateMedia({ media: 'print' })
  const printed = await scanner.page.locator('body').innerText()
  expect(printed.match(/宿舍报到单|李明轩|打印/g)).toEqual(['宿舍报到单', '李明轩'])
  expectNoConsoleErrors(scanner)
})

/** A camera picture: the code in the middle of a grey wall. */
async function picture(code: Buffer): Promise<Buffer> {
  const wall = sharp({ create: { width: 640, height: 480, channels: 3, background: '#999' } })
  const input = await sharp(code).resize(400, 400, { fit: 'inside' }).toBuffer()
  const frame = await wall.composite([{ input }]).jpeg({ quality: 90 }).toBuffer()
  return Buffer.concat([frame, frame, frame])
}

test('all students scanned offline are each in the database once, also when a second supervisor scanned some of them [SCN-02 SCN-04 SCN-05 SCN-10 D-98]', async () => {
  const [one, two] = [await supervisor(), await supervisor()]
  // The supervisors open the scanner only in the corridor, offline.
  for (const phone of [one, two]) {
    await cutNetwork(campus, phone)
    await phone.page.getByRole('link', { name: '扫一扫' }).click()
    await phone.page.getByText('将报到码对准方框').waitFor()
  }
  const resultCard = ({ page }: typeof one) => page.getByRole('alert')
  expect(residents).toHaveLength(ALL)

  for (const [at, resident] of residents.entries()) {
    await showCodeToCamera(one.page, await resident.createCodeText())
    await resultCard(one).getByText('真实有效').waitFor()
    await resultCard(one).getByText(resident.name, { exact: true }).waitFor()
    await clearCamera(one.page)
    await resultCard(one).getByRole('button', { name: '确认入住' }).click()
    await one.page.getByText(`待提交 ${at + 1} 条`).waitFor()
  }

  // A student who has already arrived; a picture of an old code; a code without the university's
  // signature.
  const [first, second] = residents as [Resident, Resident]
  await showCodeToCamera(one.page, await first.createCodeText())
  await resultCard(one).getByText('已在本机，等待提交').waitFor()
  await clearCamera(one.page)
  await resultCard(one).getByRole('button', { name: '下一个' }).click()

  await showCodeToCamera(two.page, await second.createCodeText(Date.now() - 600_000))
  await resultCard(two).getByText('不是刚刚生成的，可能是截图').waitFor()
  await clearCamera(two.page)
  await resultCard(two).getByRole('button', { name: '下一个' }).click()

  const forger = await createPassKeyPair()
  const forged = await (
    await createPassIssuer()
  ).issue(forger, { id: second.credential.slice(5, 13), at: Date.now() })
  await showCodeToCamera(
    two.page,
    await createSignedPassText(forger, { credential: forged, at: Date.now() }),
  )
  await resultCard(two).getByText('伪造的报到码').waitFor()
  expect(await resultCard(two).getByRole('button', { name: /确认/ }).count()).toBe(0)
  await clearCamera(two.page)
  await resultCard(two).getByRole('button', { name: '下一个' }).click()

  // A second supervisor has also scanned two of the students.
  for (const [at, resident] of [first, second].entries()) {
    await showCodeToCamera(two.page, await resident.createCodeText())
    await resultCard(two).getByText('真实有效').waitFor()
    await clearCamera(two.page)
    await resultCard(two).getByRole('button', { name: '确认入住' }).click()
    await two.page.getByText(`待提交 ${at + 1} 条`).waitFor()
  }
  expect(await arrivals()).toEqual([])

  await restoreNetwork(campus, one)
  await two.setOffline(false)
  await expect.poll(async () => (await arrivals()).length).toBe(ALL)
  for (const { page } of [one, two]) {
    await page.goto(`${campus.origin}/outbox`)
    await page.getByText('学校已收到').first().waitFor()
    await locateOutboxTab(page, 0).waitFor()
  }
  const rows = await arrivals()
  expect(rows.map(({ student_code }) => student_code).toSorted()).toEqual(
    residents.map(({ code }) => code).toSorted(),
  )
  expect(rows.every(({ removed_at }) => removed_at === null)).toBe(true)
  for (const phone of [one, two]) expectNoConsoleErrors(phone)
})

/** `WAITING_SCANS=500` measures a phone with this many waiting scans; the figures are printed. */
const WAITING_SCANS = Number(process.env['WAITING_SCANS'] ?? 0)

test.runIf(WAITING_SCANS > 0)(
  'a phone with many waiting scans opens the app, lists the scans and sends all of them [OFF-22]',
  async () => {
    const phone = await supervisor()
    const { page } = phone
    const people = await campus.backend.db
      .selectFrom('dorm_place')
      .innerJoin('student', 'student.code', 'dorm_place.student_code')
      .innerJoin('staff_building', 'staff_building.building', 'dorm_place.building')
      .select(['student.exam_number', 'student.number'])
      .where('staff_building.staff_code', '=', 'T2001')
      .execute()
    const numbers = people.map(({ exam_number, number }) => exam_number ?? number ?? '')
    await cutNetwork(campus, phone)
    await page.goto(`${campus.origin}/scanning`)
    await page.getByLabel('输入学号、考生号或证件号码').fill(numbers[0] ?? '')
    await page.getByRole('button', { name: '核验' }).click()
    await page.getByRole('button', { name: '仍然确认' }).click()
    await page.getByText('待提交 1 条').waitFor()
    await page.evaluate(copyFirstItem, { numbers, all: WAITING_SCANS })
    const devtools = await page.context().newCDPSession(page)
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      const took = Math.round(performance.now() - began)
      await devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      console.log(`${what}: ${took} ms, heap ${(usedSize / 1e6).toFixed(1)} MB`)
    }
    await measure('home', async () => {
      await page.goto(campus.origin)
      await locateOutboxTab(page, WAITING_SCANS).waitFor()
    })
    await measure('outbox', async () => {
      await page.goto(`${campus.origin}/outbox`)
      await expect
        .poll(() => page.getByRole('main').getByRole('listitem').count())
        .toBe(WAITING_SCANS)
    })
    await measure('list of scans', async () => {
      await page.goto(`${campus.origin}/scanCodes`)
      await page.getByText(`待提交 ${WAITING_SCANS} 条`).first().waitFor()
    })
    await page.goto(campus.origin)
    await measure('sending', async () => {
      await restoreNetwork(campus, phone)
      // On a busy machine one scan takes about 100 ms to send.
      await expect.poll(() => page.evaluate(countItems), { timeout: WAITING_SCANS * 1000 }).toBe(0)
    })
  },
  WAITING_SCANS * 1500 + 120_000,
)

/** Runs in the page: copies the one waiting scan to the requested number. */
async function copyFirstItem({ numbers, all }: { numbers: string[]; all: number }): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('baodao-outbox')
    opening.onsuccess = () => resolve(opening.result)
  })
  const transaction = database.transaction('items', 'readwrite')
  const items = transaction.objectStore('items')
  const cursor = await new Promise<IDBCursorWithValue | null>((resolve) => {
    const asking = items.openCursor()
    asking.onsuccess = () => resolve(asking.result)
  })
  const first = cursor?.value
  for (let at = 1; at < all; at++)
    items.put({
      ...first,
      order: first.order + at,
      key: crypto.randomUUID(),
      payloadHash: String(at),
      payload: { scanned: numbers[at % numbers.length], at: first.payload.at },
    })
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  database.close()
}

/** Runs in the page: the number of items in the outbox. */
async function countItems(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('baodao-outbox')
    opening.onsuccess = () => resolve(opening.result)
  })
  const counting = database.transaction('items').objectStore('items').count()
  const count = await new Promise<number>((resolve) => {
    counting.onsuccess = () => resolve(counting.result)
  })
  database.close()
  return count
}
