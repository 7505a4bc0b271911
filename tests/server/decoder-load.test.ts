import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeInProcess } from '#server/platform/pictures/decoder-pool'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { loanFormBody } from '../support/backend/form-bodies.ts'
import { createPicture } from '../support/backend/hostile-pictures.ts'
import { type FreshStudent, enrolSignedInStudent } from '../support/backend/students.ts'

// More simultaneous uploads than there are database connections.
const MANY = 30
let backend: Backend
let all: FreshStudent[]
let jpeg: string
let png: Buffer<ArrayBuffer>
beforeAll(async () => {
  backend = await startBackend()
  all = await Promise.all(Array.from({ length: MANY }, () => enrolSignedInStudent(backend)))
  jpeg = (await createPicture().jpeg().toBuffer()).toString('base64')
  // Start the decoder processes, which stay idle after their first picture.
  await decodeInProcess('photo', await createPicture().jpeg().toBuffer())
  png = Buffer.from(await createPicture(150, 150).png().toBuffer())
})
afterAll(() => backend.close())

/**
 * Upload for many students at once, and return the distinct answers. The answers must arrive in
 * time although the decoders have low priority.
 */
async function atOnce<T>(ask: (who: FreshStudent) => Promise<T>): Promise<Set<T>> {
  const begun = performance.now()
  const said = await Promise.all(all.map(ask))
  expect(performance.now() - begun).toBeLessThan(15_000)
  return new Set(said)
}
const post = ({ token }: FreshStudent, path: string, body: object) =>
  backend.post(path, body, { authorization: token })

test('thirty loans uploaded at once are all accepted, in time [security 12 GRN-14]', async () => {
  const loan = loanFormBody(jpeg, { applyCode: '1', receiptCode: 'A' })
  const said = await atOnce(async (who) => {
    const { status, body } = await post(who, '/api/greenchannel/saveStuLoanMsg', loan)
    return `${status} ${body.code}`
  })
  expect(said).toEqual(new Set(['200 0']))
})

test('thirty face photos uploaded at once are all accepted, in time [security 12 PHO-12]', async () => {
  const said = await atOnce(async (who) => {
    const { status, body } = await post(who, '/stuphoto/verifyStuPhoto', {
      stuCode: '',
      base64Photo: jpeg,
    })
    return `${status} ${body.code}`
  })
  expect(said).toEqual(new Set(['200 0']))
})

test('thirty profile pictures at once, whose limit is checked inside a transaction, are all accepted [security 12 D-96]', async () => {
  const said = await atOnce(async ({ token }) => {
    const form = new FormData()
    form.append('file', new File([png], 'me.png', { type: 'image/png' }))
    const init = { method: 'POST', headers: { authorization: token }, body: form }
    return (await backend.fetch('/api/upload/uploadFile', init)).status
  })
  expect(said).toEqual(new Set([200]))
})
