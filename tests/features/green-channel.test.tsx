import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDB } from 'idb'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseYuanParam } from '#app/features/green-channel/deferral.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import type * as images from '#app/lib/pictures/prepare-image.ts'
import { fees } from '#contract/fees'
import { validateDeferralAmount } from '#contract/green-channel'
import { toChinaYear } from '#server/platform/clock'
import {
  type RenderedApp,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'
import { modifyBackendResponse } from '../support/screens/payment-state.ts'

// The simulated browser can neither decode nor draw. Pictures are tested in tests/browser.
const prepared = vi.hoisted(() => ({ next: undefined as images.PrepareImageResult | undefined }))
vi.mock('#app/lib/pictures/prepare-image.ts', async (original) => ({
  ...(await original<typeof images>()),
  prepareImage: async () => prepared.next,
}))

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const OFFLINE = '当前网络不可用，请联网后再操作'
let jpeg: Blob

beforeAll(async () => {
  const bytes = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#789' },
  })
    .jpeg()
    .toBuffer()
  jpeg = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
})
beforeEach(() => {
  prepared.next = { type: 'ready', image: { blob: jpeg, width: 400, height: 300 } }
  vi.stubGlobal('wx', undefined)
})
// After each test these two students have no application.
afterEach(() =>
  campus
    .backend()
    .db.deleteFrom('green_application')
    .where('student_code', 'in', ['S990001', 'S880001'])
    .execute(),
)

const sent = (path: string) =>
  campus.calls.filter((one) => one.path === `/api/greenchannel/${path}`)
const said = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const apply = async (app: RenderedApp) => app.user.click(await button('提交'))
const give = async (label: string) =>
  fireEvent.change(await screen.findByLabelText(`照片 ${label}`), {
    target: { files: [new File([jpeg], 'a.jpg', { type: 'image/jpeg' })] },
  })
const chosen = (count: number) =>
  waitFor(() => expect(screen.getAllByText(/^将上传 400 × 300 像素/)).toHaveLength(count))
async function typeLoan(app: RenderedApp) {
  await app.user.click(await button(/贷款金额/))
  await app.user.click(await screen.findByRole('radio', { name: '¥ 8,000.00' }))
  await app.user.type(screen.getByLabelText('借款合同号'), '4401 2026')
  await app.user.type(screen.getByLabelText('回执校验码'), 'AB12')
}
async function fillLoan(app: RenderedApp) {
  await typeLoan(app)
  await give('国开行贷款回执单')
  await chosen(1)
}
/** Check that nothing was sent and that the outbox holds nothing to send later. */
async function nothingLater() {
  for (const path of ['saveStuLoanMsg', 'saveStuJdlkMsg', 'delete'])
    expect(sent(path)).toHaveLength(0)
  expect(campus.calls.filter(({ path }) => path === '/api/proces/deleteStatus')).toHaveLength(0)
  const outbox = await openDB('baodao-outbox')
  expect(outbox.objectStoreNames.contains('items') ? await outbox.getAll('items') : []).toEqual([])
  outbox.close()
}
/** Store an application of the student at the university. */
async function held(student: string, change: object = {}) {
  const { db, clock } = campus.backend()
  const id = `${student}-${Object.values(change).join('-')}`
  await db
    .insertInto('green_application')
    .values({
      id,
      review_id: `review-${id}`,
      student_code: student,
      type: '1',
      year,
      amount_fen: 600_000,
      status: '0',
      reason: '',
      contract_number: 'C-1',
      receipt_code: 'R-1',
      picture: '',
      picture2: '',
      audit_amount_fen: null,
      offset_status: '0',
      version: 1,
      applied_at: clock.now(),
      ...change,
    })
    .execute()
}

describe('the loan form', () => {
  test('the loan form has four inputs and offers amounts from 1000 to 25000 [GRN-01 GRN-04 GRN-10]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    expect(await screen.findByRole('heading', { level: 1, name: '生源地贷款' })).toBeTruthy()
    await app.user.click(await button(/贷款金额/))
    const amounts = (await screen.findAllByRole('radio')).map((one) => one.textContent)
    expect(amounts).toHaveLength(25)
    expect([amounts[0], amounts[1], amounts[24]]).toEqual([
      '¥ 1,000.00',
      '¥ 2,000.00',
      '¥ 25,000.00',
    ])
    await app.user.click(await button('关闭'))
    expect(screen.getByLabelText('借款合同号')).toBeTruthy()
    expect(screen.getByLabelText('回执校验码')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('照片 国开行贷款回执单').type).toBe('file')
  })

  test('missing loan fields are listed, and the first of them gets the focus [GRN-06 GRN-07 GRN-08 GRN-09]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await apply(app)
    const alert = await screen.findByRole('alert')
    for (const text of [
      '请选择贷款金额',
      '请输入借款合同号',
      '请输入回执校验码',
      '国开行贷款回执单不能为空！',
    ])
      expect(alert.textContent).toContain(text)
    expect(document.activeElement).toBe(await button(/贷款金额/))
    expect(sent('saveStuLoanMsg')).toHaveLength(0)
  })

  test('submitting a loan form that lacks only the picture focuses the picture’s button [GRN-09]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await typeLoan(app)
    await apply(app)
    await said('国开行贷款回执单不能为空！')
    const choose = await button('选择照片 国开行贷款回执单')
    await waitFor(() => expect(document.activeElement).toBe(choose))
    expect(sent('saveStuLoanMsg')).toHaveLength(0)
  })

  test('a loan application is sent with its picture and then shown as pending [GRN-05 GRN-26 GRN-19]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await fillLoan(app)
    await apply(app)
    await said('待审核')
    const [call] = sent('saveStuLoanMsg')
    expect(call?.body).toMatchObject({
      applyMoney: '8000.00',
      applyCode: '44012026',
      receiptCode: 'AB12',
      idCard: '110101200801010015',
    })
    expect(call?.body['applyProveBaese64']).toMatch(/^\/9j\//)
    expect(call?.headers.get('authorization')).toBeTruthy()
    await said(`${year} 学年`)
    await said('¥ 8,000.00')
    const image = await screen.findByRole('img', { name: '国开行贷款回执单' })
    expect(image.getAttribute('src')).toMatch(/^blob:/)
    expect(sent('imgLook')[0]?.headers.get('authorization')).toBeTruthy()
    expect(await button('撤回申请')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重新提交' })).toBeNull()
  })

  test('a refused loan application shows the university’s reason and keeps the typed values and the picture [GRN-17]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await fillLoan(app)
    campus.addFault(
      http.post('*/api/greenchannel/saveStuLoanMsg', () =>
        HttpResponse.json({ code: 1, msg: '系统繁忙' }),
      ),
    )
    await apply(app)
    await said('生源地贷款申请失败！')
    await said('系统繁忙')
    expect(screen.getByLabelText<HTMLInputElement>('借款合同号').value).toBe('4401 2026')
    expect(screen.getByRole('img', { name: '将要上传的照片' })).toBeTruthy()
  })

  test('a loan application whose response was lost is shown as pending and cannot be sent again [GRN-47]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await fillLoan(app)
    campus.addFault(
      http.post('*/api/greenchannel/saveStuLoanMsg', async ({ request }) => {
        const headers = [...request.headers]
        await campus
          .backend()
          .fetch(request.url, { method: 'POST', headers, body: await request.text() })
        return HttpResponse.error()
      }),
    )
    await apply(app)
    await said('待审核')
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  })

  test('a pending loan application is withdrawn after confirmation, and then the fee page opens [GRN-18 GRN-27 D-74]', async () => {
    await held('S990001')
    const app = await openApp('/loan/990001', { as: '990001' })
    await app.user.click(await button('撤回申请'))
    const box = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
    expect(sent('delete')).toHaveLength(0)
    await app.user.click(box.getByRole('button', { name: '撤回申请' }))
    await waitFor(() => expect(app.address()).toBe('/onlinefee/5/990001'))
    expect(sent('delete')[0]?.body).toEqual({
      applyType: '1',
      typeId: 'S990001-',
      verifyId: 'review-S990001-',
    })
    await app.restart('/loan/990001')
    expect(await button(/贷款金额/)).toBeTruthy()
  })

  test('a refused withdrawal of a loan application shows 撤回失败！ [GRN-18]', async () => {
    await held('S990001')
    const app = await openApp('/loan/990001', { as: '990001' })
    campus.addFault(http.post('*/api/greenchannel/delete', () => HttpResponse.json({ code: 1 })))
    await app.user.click(await button('撤回申请'))
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回申请' }),
    )
    await said('撤回失败！')
    expect(app.address()).toBe('/loan/990001')
  })

  test('a rejected loan application shows the reason, and resubmitting reopens the step and fills in the earlier values [GRN-28 D-75]', async () => {
    await held('S880001', { status: '2', reason: '回执不清晰' })
    const app = await openApp('/loan/880001', { as: '880001' })
    await said('审核未通过')
    await said('回执不清晰')
    expect(screen.queryByRole('button', { name: '撤回申请' })).toBeNull()
    // Wait until the page has loaded all its reads.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    campus.calls.length = 0
    await app.user.click(await button('重新提交'))
    expect((await screen.findByLabelText<HTMLInputElement>('借款合同号')).value).toBe('C-1')
    expect(screen.getByLabelText<HTMLInputElement>('回执校验码').value).toBe('R-1')
    expect((await button(/贷款金额/)).textContent).toContain('¥ 6,000.00')
    const asked = campus.calls.map(({ path }) => path)
    expect(asked.slice(0, 2)).toEqual(['/api/proces/deleteStatus', '/api/proces/findProcess'])
    expect(campus.calls[0]?.body).toMatchObject({ processId: '5' })
    await give('国开行贷款回执单')
    await chosen(1)
    await apply(app)
    await said('待审核')
  })

  test('resubmitting a rejected loan application fills in its picture [GRN-28]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await fillLoan(app)
    await apply(app)
    await said('待审核')
    const { db } = campus.backend()
    await db
      .updateTable('green_application')
      .set({ status: '2', reason: '合同号有误' })
      .where('student_code', '=', 'S990001')
      .execute()
    const again = await app.restart()
    await again.user.click(await button('重新提交'))
    await chosen(1)
  })

  test('a loan application that finance has offset is read-only [GRN-29]', async () => {
    await held('S990001', { offset_status: '1' })
    await openApp('/loan/990001', { as: '990001' })
    await said('已冲抵，不能操作')
    expect(screen.queryByRole('button', { name: /撤回|重新提交/ })).toBeNull()
  })

  test('submitting a loan form offline shows an error at once, sends nothing later, and keeps the typed values [GRN-47 OFF-25]', async () => {
    const app = await openApp('/loan/990001', { as: '990001' })
    await fillLoan(app)
    goOffline(campus)
    await apply(app)
    await said(OFFLINE)
    expect(screen.getByLabelText<HTMLInputElement>('借款合同号').value).toBe('4401 2026')
    expect(screen.getByRole('img', { name: '将要上传的照片' })).toBeTruthy()
    expect(sent('saveStuLoanMsg')).toHaveLength(0)
    const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
    expect(stored).not.toContain('4401 2026')
    await nothingLater()
  })

  test('resubmitting a rejected loan application offline shows an error at once, reopens no step and queues nothing [GRN-47]', async () => {
    await held('S990001', { status: '2', reason: '回执不清晰' })
    const app = await openApp('/loan/990001', { as: '990001' })
    const resubmit = await button('重新提交')
    goOffline(campus)
    await app.user.click(resubmit)
    await said(OFFLINE)
    expect(screen.queryByLabelText('借款合同号')).toBeNull()
    await nothingLater()
  })

  test('withdrawing a loan application offline shows an error at once [GRN-47]', async () => {
    await held('S990001')
    const app = await openApp('/loan/990001', { as: '990001' })
    const withdraw = await button('撤回申请')
    goOffline(campus)
    await app.user.click(withdraw)
    await said(OFFLINE)
    expect(screen.queryByRole('dialog')).toBeNull()
    await nothingLater()
  })

  test('the loan page, opened offline, shows the offline message instead of a form [GRN-47]', async () => {
    const app = await openApp('/', { as: '990001' })
    goOffline(campus)
    await app.restart('/loan/990001')
    await said(OFFLINE)
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  })

  test('for a loan form, the messaging app picks one compressed picture from the album [GRN-46 D-81]', async () => {
    const requests: object[] = []
    vi.stubGlobal('wx', {
      chooseImage: ({
        count,
        sizeType,
        sourceType,
        cancel,
      }: Record<string, never> & { cancel: () => void }) => {
        requests.push({ count, sizeType, sourceType })
        cancel()
      },
    })
    const app = await openApp('/loan/990001', { as: '990001' })
    await app.user.click(await button('选择照片 国开行贷款回执单'))
    await waitFor(() =>
      expect(requests).toEqual([{ count: 1, sizeType: ['compressed'], sourceType: ['album'] }]),
    )
  })
})

describe('the registered-household deferral', () => {
  const open = (query = '?tmp=7800') => openApp(`/reduce/990001${query}`, { as: '990001' })
  async function fill(app: RenderedApp) {
    await app.user.click(await button(/缓交类型/))
    await app.user.click(await screen.findByRole('radio', { name: '建档立卡' }))
    await give('户主页')
    await give('本人页')
    await chosen(2)
  }

  test('the deferral form has one type, a fixed amount, two pictures and a hint [GRN-02 GRN-30 GRN-31 GRN-32 GRN-44]', async () => {
    const app = await open()
    expect(await screen.findByRole('heading', { level: 1, name: '建档立卡缓交' })).toBeTruthy()
    const amount = await screen.findByLabelText<HTMLInputElement>('缓交金额')
    expect([amount.readOnly, amount.value]).toEqual([true, '¥ 7,800.00'])
    await said('缓交金额 = 学费 + 住宿费 - 12000')
    await app.user.click(await button(/缓交类型/))
    expect(await screen.findAllByRole('radio')).toHaveLength(1)
    await app.user.click(screen.getByRole('radio'))
    await give('户主页')
    await give('本人页')
    await chosen(2)
    expect(screen.getAllByRole('img', { name: '将要上传的照片' })).toHaveLength(2)
  })

  test('the amount of a deferral is calculated from the fees when the address has none [GRN-45 D-71]', async () => {
    await open('')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('缓交金额').value).toBe('¥ 7,800.00'),
    )
  })

  test('the deferral form refuses a missing type and a missing picture [GRN-39 GRN-43]', async () => {
    const app = await open()
    await apply(app)
    await said('请选择缓交类型')
    await said('照片不能为空！')
    expect(document.activeElement).toBe(await button(/缓交类型/))
    await app.user.click(await button(/缓交类型/))
    await app.user.click(await screen.findByRole('radio', { name: '建档立卡' }))
    await give('户主页')
    await chosen(1)
    await apply(app)
    await said('照片不能为空！')
    expect(document.activeElement).toBe(await button('选择照片 本人页'))
    expect(sent('saveStuJdlkMsg')).toHaveLength(0)
  })

  test('the deferral form shows 请输入缓交金额！ when the fees could not be loaded [GRN-40]', async () => {
    campus.addFault(
      http.post(`*${fees.overview.path}`, () => HttpResponse.json({}, { status: 500 })),
    )
    const app = await open('')
    await fill(app)
    await apply(app)
    await said('请输入缓交金额！')
    expect(sent('saveStuJdlkMsg')).toHaveLength(0)
  })

  test.each(['-1', '1.234', 'much'])(
    'the deferral form refuses the amount %s of the address [GRN-41]',
    async (tmp) => {
      expect(validateDeferralAmount(parseYuanParam(tmp), 100)?.zh).toBe('请输入有效的缓交金额！')
      const app = await open(`?tmp=${tmp}`)
      await fill(app)
      await apply(app)
      await said('请输入有效的缓交金额！')
      expect(sent('saveStuJdlkMsg')).toHaveLength(0)
    },
  )

  test('the amount of a deferral is at most the sum of tuition and accommodation [GRN-42]', () => {
    expect(validateDeferralAmount(2_280_001, 2_280_000)?.zh).toBe(
      '缓交金额须小于住宿费与学费的总和！',
    )
    expect(validateDeferralAmount(2_280_000, 2_280_000)).toBeUndefined()
    expect(parseYuanParam('7800.5')).toBe(780_050)
  })

  test('a deferral is sent with both pictures, then the fee page opens, and the deferral is shown as pending [GRN-15 GRN-33 GRN-35]', async () => {
    const app = await open()
    await fill(app)
    await apply(app)
    await waitFor(() => expect(app.address()).toBe('/onlinefee/5/990001'))
    expect(sent('saveStuJdlkMsg')[0]?.body).toMatchObject({
      applyMoney: '7800.00',
      idCard: '110101200801010015',
    })
    await app.restart('/reduce/990001')
    await said('待审核')
    await said(`${year} 学年`)
    await said('建档立卡')
    await said('¥ 7,800.00')
    expect(await screen.findByRole('img', { name: '户主页' })).toBeTruthy()
    expect(await screen.findByRole('img', { name: '本人页' })).toBeTruthy()
    expect(await button('撤回申请')).toBeTruthy()
  })

  test('a refused deferral shows an error and keeps both pictures [GRN-16]', async () => {
    const app = await open()
    await fill(app)
    campus.addFault(
      http.post('*/api/greenchannel/saveStuJdlkMsg', () => HttpResponse.json({ code: 1 })),
    )
    await apply(app)
    await said('建档立卡申请失败!')
    expect(screen.getAllByRole('img', { name: '将要上传的照片' })).toHaveLength(2)
  })

  test('a pending deferral is withdrawn after confirmation, and then the fee page opens [GRN-34 GRN-36]', async () => {
    await held('S990001', { type: '2' })
    const app = await open()
    await app.user.click(await button('撤回申请'))
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回申请' }),
    )
    await waitFor(() => expect(app.address()).toBe('/onlinefee/5/990001'))
  })

  test('resubmitting a rejected deferral opens the form with its type [GRN-34 GRN-37]', async () => {
    await held('S990001', { type: '2', status: '2', reason: '照片不完整' })
    const app = await open()
    await said('照片不完整')
    await app.user.click(await button('重新提交'))
    expect((await button(/缓交类型/)).textContent).toContain('建档立卡')
  })

  test('an approved deferral can neither be withdrawn nor resubmitted [GRN-38]', async () => {
    await held('S990001', { type: '2', status: '1' })
    await open()
    await said('审核通过')
    expect(screen.queryByRole('button', { name: /撤回|重新提交/ })).toBeNull()
  })

  test('values chosen in the deferral form are restored after a reload as a draft that can be discarded [GRN-30]', async () => {
    const app = await open()
    await app.user.click(await button('缓交类型'))
    await app.user.click(await screen.findByRole('radio', { name: '建档立卡' }))
    await waitFor(async () =>
      expect(await formDrafts.read('household')).toMatchObject({ type: '1' }),
    )
    const again = await app.restart()
    await said('已恢复上次没有提交的草稿')
    expect((await button('缓交类型')).textContent).toContain('建档立卡')
    await again.user.click(await button('放弃草稿'))
    await waitFor(async () =>
      expect((await button('缓交类型')).textContent).not.toContain('建档立卡'),
    )
    expect(await formDrafts.read('household')).toBeUndefined()
  })

  test('submitting a deferral offline shows an error at once and queues nothing [GRN-47 OFF-25]', async () => {
    const app = await open()
    await fill(app)
    goOffline(campus)
    await apply(app)
    await said(OFFLINE)
    await nothingLater()
  })
})

test('a picture of an application that could not be loaded can be loaded again and zoomed [GRN-19]', async () => {
  let broken = true
  campus.addFault(http.get('*/imgLook', () => (broken ? HttpResponse.error() : undefined)))
  const app = await openApp('/loan/990003', { as: '990003' })
  await said('照片加载失败')
  broken = false
  await app.user.click(await button('重试 国开行贷款回执单'))
  await app.user.click(await button('放大查看 国开行贷款回执单'))
  const zoom = within(await screen.findByRole('dialog', { name: '国开行贷款回执单' }))
  await app.user.click(zoom.getByRole('button', { name: '放大' }))
  expect(zoom.getByText('140%')).toBeTruthy()
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a loan application’s changed status is shown at the next visit [GRN-26]', async () => {
  await held('S990001')
  const app = await openApp('/loan/990001', { as: '990001' })
  await said('待审核')
  modifyBackendResponse(campus, '/api/greenchannel/selectStuLoanMsg', (body) => {
    Object.assign(body['msg'] as object, { applyStatus: '1' })
  })
  await app.restart()
  await said('审核通过')
})

test('an open loan page shows the reviewer’s decision within seconds, without a reload [GRN-26]', async () => {
  await held('S990001')
  await openApp('/loan/990001', { as: '990001' })
  await said('待审核')
  const reviewer = await campus.backend().signInAs('T3001')
  const decided = await reviewer.post('/api/greenChannelAudit/updateStatus', {
    stuCode: 'S990001',
    verifyId: 'review-S990001-',
    userId: '',
    auditType: '1',
    year: String(year),
    status: '2',
    reason: '回执不清晰',
  })
  expect(decided.body.results).toBe('1')
  await said('回执不清晰')
})
