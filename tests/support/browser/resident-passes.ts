import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { fromBase64url, toBase64url, type Bytes } from '#contract/bytes'
import type { Db } from '#server/platform/database/db'
import { createPassKeyPair, type PassKeyPair, createSignedPassText } from '../offline/pass-keys.ts'

/** A student with a phone that can show the student's pass. */
export interface Resident {
  readonly code: string
  readonly name: string
  readonly keyPair: PassKeyPair
  readonly credential: Bytes
  /** The text of the pass's code at a moment. Each code has the next counter. */
  readonly createCodeText: (at?: number) => Promise<string>
}

/** The parts of the backend that issue passes. */
export interface PassBackend {
  readonly db: Db
  readonly post: (
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
    // oxlint-disable-next-line typescript/no-explicit-any -- answers as they come down the wire
  ) => Promise<{ readonly body: any }>
}

/**
 * Issue passes to residents of a supervisor's buildings who have registered and not arrived. Each
 * has a credential of the backend.
 */
export async function issueResidentPasses(
  backend: PassBackend,
  supervisor: string,
  count: number,
): Promise<Resident[]> {
  const rows = await backend.db
    .selectFrom('dorm_place')
    .innerJoin('student', 'student.code', 'dorm_place.student_code')
    .innerJoin('staff_building', 'staff_building.building', 'dorm_place.building')
    .leftJoin('arrival', 'arrival.student_code', 'student.code')
    .select([
      'student.code',
      'student.name',
      'student.exam_number',
      'student.number',
      'student.id_card',
    ])
    .where('staff_building.staff_code', '=', supervisor)
    .where('student.checked_in_at', 'is not', null)
    .where('arrival.student_code', 'is', null)
    .orderBy('student.code')
    .limit(count)
    .execute()
  return Promise.all(rows.map((row) => residentFrom(backend, row)))
}

interface Row {
  readonly code: string
  readonly name: string
  readonly exam_number: string | null
  readonly number: string | null
  readonly id_card: string
}

async function residentFrom(backend: PassBackend, row: Row): Promise<Resident> {
  const number = row.exam_number ?? row.number ?? ''
  const found = await backend.post('/api/binding/findstu', {
    stuNumber: number,
    idCard: row.id_card,
    openId: '',
  })
  const phone = await createPassKeyPair()
  const key = toBase64url(phone.point)
  const said = await backend.post(
    '/api/binding/checkStuRegStatus',
    { stuCode: '', key },
    { authorization: found.body.token },
  )
  const credential = fromBase64url(said.body.pass.credential)
  if (credential === undefined) throw new Error(`${row.code} got no credential`)
  let counter = 0
  return {
    code: row.code,
    name: row.name,
    keyPair: phone,
    credential,
    createCodeText: (at = Date.now()) =>
      createSignedPassText(phone, { credential, at, counter: ++counter }),
  }
}

/**
 * Replace the camera by a canvas, on which `window.hold` draws a code. Call this before the first
 * page opens.
 */
export const installFakeCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const pen = canvas.getContext('2d')
    Object.assign(window, {
      hold: (cells: boolean[][]) => {
        if (pen === null) return
        pen.fillStyle = '#999'
        pen.fillRect(0, 0, 640, 480)
        const step = Math.floor(400 / cells.length)
        cells.forEach((row, y) =>
          row.forEach((dark, x) => {
            pen.fillStyle = dark ? '#111' : '#fff'
            pen.fillRect(120 + x * step, 40 + y * step, step, step)
          }),
        )
      },
    })
    // A canvas that does not change sends no video frames.
    setInterval(() => {
      if (pen !== null) pen.fillStyle = Date.now() % 2 === 0 ? '#998' : '#999'
      pen?.fillRect(0, 0, 8, 8)
    }, 50)
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => canvas.captureStream(15) },
      configurable: true,
    })
  })

/**
 * Show a code to the fake camera until another one is shown. Returns the page's `performance.now()`
 * at that moment, in ms.
 */
export async function showCodeToCamera(page: Page, text: string): Promise<number> {
  const { data } = encode(text, { ecc: 'L', boostEcc: false, border: 4 })
  return page.evaluate((cells) => {
    const held = window as unknown as { hold: (cells: boolean[][]) => void }
    held.hold(cells)
    return performance.now()
  }, data)
}

/** Show no code to the fake camera. */
export const clearCamera = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { hold: (cells: boolean[][]) => void }).hold([[false]]))
