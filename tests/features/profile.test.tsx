import { readFileSync } from 'node:fs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getAccountChange } from '#app/features/profile/account-change.ts'
import {
  centerCrop,
  zoomCrop,
  minimumScale,
  clampCrop as filling,
} from '#app/features/profile/avatar/crop.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { isSmsCode, newPhoneSchema } from '#contract/profile'
import {
  type RenderedApp,
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const asked = (path: string) => campus.calls.filter((call) => call.path === `/api/userSafe/${path}`)
const said = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
afterEach(() => vi.unstubAllGlobals())
let png: Buffer
beforeAll(async () => {
  png = await sharp({ create: { width: 150, height: 150, channels: 3, background: '#789' } })
    .png()
    .toBuffer()
})
const pen = { fillRect: () => undefined, drawImage: () => undefined }
class FakeImage {
  readonly width = 300
  readonly height = 600
  src = ''
  readonly decode = () => Promise.resolve()
}
beforeEach(() => campus.backend().db.deleteFrom('rate_limit').execute())

describe('the profile', () => {
  test('the profile links students and staff to picture, phone number and password [PRO-01 PRO-09]', async () => {
    for (const as of ['880001', 'T1001']) {
      const { user } = await openApp('/me', { as })
      await user.click(await screen.findByRole('link', { name: '个人资料' }))
      await screen.findByRole('heading', { level: 1, name: '个人资料' })
      for (const [name, page] of Object.entries({
        头像: 'editpic',
        修改手机号: 'changephonenum',
        修改密码: 'changepass',
      }))
        expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/${page}/${as}`)
      document.body.replaceChildren()
    }
  })
})

test('the settings of the app name its version', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  await openApp('/me', { as: '880001' })
  await screen.findByText(version)
})

describe('access to the profile', () => {
  const pages = [
    'editinfo',
    'editpic',
    'changephonenum',
    'newphonenum',
    'verphonenum',
    'changepass',
    'resetpass',
    'auth',
  ]

  test('an unbound visitor to a page of the profile is sent to the sign-in [PRO-01 PRO-02 PRO-03 PRO-04 PRO-05 PRO-06 PRO-07 PRO-08 D-113]', async () => {
    for (const page of pages) {
      const { address } = await openApp(`/${page}/880001`)
      expect(address()).toBe(`/login?next=%2F${page}%2F880001`)
      document.body.replaceChildren()
    }
  })

  test('another number in the address of a profile page is replaced by the bound person’s own [PRO-23 D-36]', async () => {
    const { address } = await openApp('/changepass/880001', { as: 'T1001' })
    await waitFor(() => expect(address()).toBe('/changepass/T1001'))
  })

  test('staff without a stored ID number who forgot their password are told to contact the administrator [PRO-21]', async () => {
    await openApp('/auth/T1001', { as: 'T1001' })
    type('身份证号', '110101200601010035')
    await press('下一步')
    await said('请联系管理员')
  })
})

describe('the phone number', () => {
  test('a change of the phone number asks for the stored number, the new number and its code [PRO-03 PRO-04 PRO-05 PRO-14 PRO-17]', async () => {
    const app = await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '13888000101')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/newphonenum/880001'))
    type('新手机号', '13912345678')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/verphonenum/880001'))
    await press('获取验证码')
    const code = /\d{6}/.exec((await screen.findByText(/验证码是/)).textContent ?? '')?.[0] ?? ''
    expect(await screen.findByRole('button', { name: /秒后重发/ })).toBeTruthy()
    type('验证码', code)
    await press('下一步')
    await said('手机号已修改')
    const row = await campus
      .backend()
      .db.selectFrom('student')
      .select('phone')
      .where('code', '=', 'S880001')
      .executeTakeFirst()
    expect(row).toEqual({ phone: '13912345678' })
    await campus
      .backend()
      .db.updateTable('student')
      .set({ phone: '13888000101' })
      .where('code', '=', 'S880001')
      .execute()
  })

  test('a change of the phone number works with a backend that issues no ticket [PRO-14]', async () => {
    campus.addFault(
      http.post('*/api/userSafe/checkPhone', () => HttpResponse.json({ code: '0' })),
      http.post('*/api/userSafe/updatePhone', async ({ request }) => {
        campus.calls.push({
          path: 'changed',
          body: Object(await request.json()),
          headers: request.headers,
        })
        return HttpResponse.json({ code: '0' })
      }),
    )
    const app = await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '13888000101')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/newphonenum/880001'))
    type('新手机号', '13912345678')
    await press('下一步')
    await screen.findByRole('heading', { level: 1, name: '验证手机号' })
    type('验证码', '123456')
    await press('下一步')
    await said('手机号已修改')
    const sent = campus.calls.find(({ path }) => path === 'changed')
    expect(sent?.body).toEqual({ stuCode: 'S880001', phone: '13912345678', code: '123456' })
  })

  test('an interrupted change of the phone number continues at the same step, and when finished nothing of it is stored [PRO-14]', async () => {
    // Empty the memory, as closing the page does.
    const ended = () =>
      act(
        () =>
          void Object.assign(getAccountChange(), {
            known: undefined,
            newPhone: undefined,
            phoneTicket: undefined,
          }),
      )
    const app = await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '13888000101')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/newphonenum/880001'))
    ended()
    const second = await app.restart('/newphonenum/880001')
    await screen.findByRole('heading', { level: 1, name: '新手机号' })
    await screen.findByLabelText('新手机号')
    type('新手机号', '13912345678')
    await press('下一步')
    await waitFor(() => expect(second.address()).toBe('/verphonenum/880001'))
    // The draft contains neither the student, nor the stored phone number, nor a code.
    const what = { known: true, phoneTicket: expect.any(String), newPhone: '13912345678' }
    expect(await formDrafts.read('phone-change')).toEqual({ ...what, at: expect.any(Number) })
    ended()
    await second.restart('/verphonenum/880001')
    await press('获取验证码')
    const code = /\d{6}/.exec((await screen.findByText(/验证码是/)).textContent ?? '')?.[0] ?? ''
    expect(await formDrafts.read('phone-change')).toEqual({ ...what, at: expect.any(Number) })
    type('验证码', code)
    await press('下一步')
    await said('手机号已修改')
    await waitFor(async () => expect(await formDrafts.read('phone-change')).toBeUndefined())
    await campus
      .backend()
      .db.updateTable('student')
      .set({ phone: '13888000101' })
      .where('code', '=', 'S880001')
      .execute()
  })

  test('a change of the phone number that was interrupted for more than 30 min starts again [PRO-14]', async () => {
    await bindDemoUser('880001')
    await formDrafts.save('phone-change', {
      at: Date.now() - 31 * 60_000,
      known: true,
      newPhone: '13912345678',
    })
    const app = await openApp('/verphonenum/880001')
    await waitFor(() => expect(app.address()).toBe('/changephonenum/880001'))
  })

  test('a change of the phone number refuses a number that is not the stored one [PRO-03]', async () => {
    await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '13900000000')
    await press('下一步')
    await said('与登记的手机号码不一致')
  })

  test('opening a later page of a change of the phone number redirects to its first page [PRO-04 PRO-05]', async () => {
    for (const page of ['newphonenum', 'verphonenum']) {
      const { address } = await openApp(`/${page}/880001`, { as: '880001' })
      await waitFor(() => expect(address()).toBe('/changephonenum/880001'))
      document.body.replaceChildren()
    }
  })

  test('a code with other characters than letters and digits disables the button of the phone number’s change [PRO-15]', async () => {
    expect(['123456', 'a1', '12-3', '', '12 3'].map(isSmsCode)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const app = await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '13888000101')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/newphonenum/880001'))
    type('新手机号', '13912345678')
    await press('下一步')
    await screen.findByRole('heading', { level: 1, name: '验证手机号' })
    const done = screen.getByRole('button', { name: '下一步' })
    expect(done.getAttribute('aria-disabled')).toBe('true')
    type('验证码', '12-3')
    expect(done.getAttribute('aria-disabled')).toBe('true')
    await said('内容填写有误')
    fireEvent.click(done)
    expect(asked('updatePhone')).toEqual([])
    type('验证码', '123456')
    expect(done.getAttribute('aria-disabled')).toBe('false')
  })

  test('the button for a new code is disabled for 60 s after a code was sent, also when the page is opened again [PRO-17]', async () => {
    const toCode = async ({ address }: RenderedApp) => {
      type('当前手机号', '13820010001')
      await press('下一步')
      await waitFor(() => expect(address()).toBe('/newphonenum/T2001'))
      type('新手机号', '13912345678')
      await press('下一步')
      await press('获取验证码')
    }
    const app = await openApp('/changephonenum/T2001', { as: 'T2001' })
    await toCode(app)
    await press('60 秒后重发')
    expect(asked('sendCode')).toHaveLength(1)
    await toCode(await app.restart())
    await said(/^操作过于频繁/)
    expect(asked('sendCode')).toHaveLength(2)
    await screen.findByRole('button', { name: /^[56]\d 秒后重发/ })
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 50_000)
    await screen.findByRole('button', { name: /^(\d|10) 秒后重发/ })
    clock.mockReturnValue(now + 60_000)
    await press('获取验证码')
    await waitFor(() => expect(asked('sendCode')).toHaveLength(3))
  })

  test('a new phone number must have eleven digits, beginning with 1 and 3 to 9 [PRO-16 D-38]', async () => {
    const good = (phone: string) => v.is(newPhoneSchema, phone)
    expect(
      [
        '13912345678',
        '17012345678',
        '16912345678',
        '19912345678',
        '12012345678',
        '1391234567',
        '139123456789',
      ].map(good),
    ).toEqual([true, true, true, true, false, false, false])
    const onRecord = (phone: string) =>
      campus
        .backend()
        .db.updateTable('student')
        .set({ phone })
        .where('code', '=', 'S880001')
        .execute()
    await onRecord('16612345678')
    const { address } = await openApp('/changephonenum/880001', { as: '880001' })
    type('当前手机号', '1661234567')
    await press('下一步')
    await said('请输入正确的手机号码')
    expect(asked('checkPhone')).toEqual([])
    // The stored number need not match the rule for new numbers, only the stored one (D-94).
    type('当前手机号', '16612345678')
    await press('下一步')
    await waitFor(() => expect(address()).toBe('/newphonenum/880001'))
    type('新手机号', '12012345678')
    await press('下一步')
    await said('请输入正确的手机号码')
    await onRecord('13888000101')
  })
})

describe('the password', () => {
  test('a change of the password asks for the old password and twice for the new one, which can be shown [PRO-06 PRO-18 PRO-19 XC-19]', async () => {
    await openApp('/changepass/880002', { as: '880002' })
    expect((await screen.findByRole('link', { name: '忘记密码' })).getAttribute('href')).toContain(
      '/auth/880002',
    )
    type('原密码', 'campus-880002')
    type('新密码', 'new-secret')
    type('确认密码', 'other')
    await press('完成')
    await said('输入不一致')
    expect(asked('updatePassword')).toEqual([])
    expect(screen.getByLabelText('新密码').getAttribute('type')).toBe('password')
    fireEvent.click(screen.getByLabelText('显示密码'))
    expect(screen.getByLabelText('新密码').getAttribute('type')).toBe('text')
    type('确认密码', 'new-secret')
    await press('完成')
    await said('密码已修改，其他设备需要重新登录')
  })

  test('a change of the password refuses a missing, short or long password and a wrong old one [PRO-06]', async () => {
    await openApp('/changepass/880003', { as: '880003' })
    await press('完成')
    expect(await screen.findAllByText('必填哦')).toHaveLength(3)
    expect(document.activeElement).toBe(screen.getByLabelText('原密码'))
    type('原密码', 'wrong')
    type('新密码', 'short')
    type('确认密码', 'short')
    await press('完成')
    await said('最少应该输入6个字符哦')
    type('新密码', 'x'.repeat(21))
    await said('最多可以输入20个字符哦')
    type('新密码', 'good-one')
    type('确认密码', 'good-one')
    await press('完成')
    await said('原密码不正确')
  })

  test('a new staff password with fewer than ten characters is refused before anything is sent', async () => {
    await openApp('/changepass/T1001', { as: 'T1001' })
    expect(await screen.findByText('10至20个字符，不能是工号或常见密码')).toBeTruthy()
    type('原密码', 'whatever')
    for (const short of ['abc', 'new-secre']) {
      type('新密码', short)
      type('确认密码', short)
      await press('完成')
      await said('最少应该输入10个字符哦')
    }
    expect(asked('updatePassword')).toEqual([])
  })

  test('a student who forgot the password confirms the ID number and can then reset the password once [PRO-07 PRO-08 PRO-20 PRO-21 PRO-22]', async () => {
    const app = await openApp('/auth/880003', { as: '880003' })
    type('身份证号', '123')
    await press('下一步')
    await said('请输入正确的身份证号')
    type('身份证号', '110101200601010035')
    await press('下一步')
    await waitFor(() => expect(app.address()).toBe('/resetpass/880003'))
    type('新密码', 'brand-new')
    type('确认密码', 'brand-new')
    await press('完成')
    await waitFor(() => expect(app.address()).toBe('/editinfo/880003'))
    for (const store of [localStorage, sessionStorage])
      expect(JSON.stringify(store)).not.toMatch(/brand-new|ticket/)
    const again = await app.restart('/resetpass/880003')
    await waitFor(() => expect(again.address()).toBe('/auth/880003'))
  })

  test('changing the password offline shows an error at once, keeps the typed values and sends nothing [PRO-23 OFF-25 D-103]', async () => {
    await openApp('/changepass/880001', { as: '880001' })
    type('原密码', 'campus-880001')
    type('新密码', 'new-secret')
    type('确认密码', 'new-secret')
    goOffline(campus)
    await press('完成')
    await said('当前网络不可用，请联网后再操作')
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe('new-secret')
    expect(asked('updatePassword')).toEqual([])
  })
})

describe('the profile picture', () => {
  const choose = async (name: string, kind: string) =>
    fireEvent.change(await screen.findByLabelText('头像', { selector: 'input' }), {
      target: { files: [new File([new Uint8Array(png)], name, { type: kind })] },
    })
  // The simulated browser can neither decode nor draw. tests/browser/avatar-crop.test.ts checks the
  // sent picture.
  const fakeCanvas = () => {
    vi.stubGlobal('Image', FakeImage)
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
      take(new Blob([new Uint8Array(png)], { type: 'image/png' })),
    )
  }

  test('choosing a file that is not a picture as the profile picture shows an alert [PRO-02 PRO-11]', async () => {
    fakeCanvas()
    const { user } = await openApp('/editpic/880001', { as: '880001' })
    await choose('paper.pdf', 'application/pdf')
    const box = await screen.findByRole('dialog')
    expect(box.textContent).toContain('图片类型必须是gif、jpg、jpeg、png、bmp中的一种')
    await user.click(within(box).getByRole('button'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    for (const name of ['a.gif', 'a.JPG', 'a.jpeg', 'a.png', 'a.bmp']) await choose(name, '')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('slider')).toBeTruthy()
  })

  test('arrow keys move the profile picture inside the crop box, and a slider enlarges it [PRO-10 PRO-12]', async () => {
    fakeCanvas()
    const { user } = await openApp('/editpic/880001', { as: '880001' })
    await choose('a.png', 'image/png')
    const stage = await screen.findByRole('application')
    const placed = () => stage.querySelector('img')?.style.transform
    expect(placed()).toBe('translate(0px, -75px)')
    stage.focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
    expect(placed()).toBe('translate(0px, -85px)')
    fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } })
    expect(stage.querySelector('img')?.style.width).toBe('300px')
    await user.keyboard('-')
    expect(Number.parseFloat(stage.querySelector('img')?.style.width ?? '')).toBeLessThan(300)
  })

  test('one finger moves the profile picture inside the crop box, and two fingers enlarge it [PRO-12]', async () => {
    fakeCanvas()
    await openApp('/editpic/880001', { as: '880001' })
    await choose('a.png', 'image/png')
    const stage = await screen.findByRole('application')
    stage.setPointerCapture = () => undefined
    const style = () => stage.querySelector('img')?.style
    const at = (pointerId: number, x: number, y: number) => ({ pointerId, clientX: x, clientY: y })
    fireEvent.pointerDown(stage, at(1, 100, 100))
    fireEvent.pointerMove(stage, at(1, 100, 80))
    expect(style()?.transform).toBe('translate(0px, -95px)')
    fireEvent.pointerDown(stage, at(2, 200, 80))
    fireEvent.pointerMove(stage, at(2, 300, 80))
    expect(style()?.width).toBe('300px')
    fireEvent.pointerMove(stage, at(2, 9000, 80))
    expect(style()?.width).toBe('600px')
    fireEvent.pointerUp(stage, at(2, 9000, 80))
    fireEvent.pointerUp(stage, at(1, 100, 80))
    fireEvent.pointerMove(stage, at(1, 300, 300))
    expect(style()?.width).toBe('600px')
  })

  test('the profile picture is posted as multipart/form-data, and home shows it at the address that the campus returned [PRO-02 PRO-13 PRO-23]', async () => {
    fakeCanvas()
    const posted: Headers[] = []
    campus.addFault(
      http.post('*/api/upload/uploadFile', async ({ request }) => {
        posted.push(request.headers)
        const body = new Uint8Array(await request.arrayBuffer())
        return campus
          .backend()
          .fetch(request.url, { method: 'POST', headers: [...request.headers], body })
      }),
    )
    const app = await openApp('/editpic/880001', { as: '880001' })
    await choose('a.png', 'image/png')
    await press('使用这张图片')
    await waitFor(() => expect(app.address()).toBe('/editinfo/880001'))
    expect(posted.map((headers) => headers.get('content-type'))).toEqual([
      expect.stringMatching(/^multipart\/form-data; boundary=/),
    ])
    expect(posted[0]?.get('authorization')).toBeTruthy()
    const address = localStorage.getItem('headImgUrl') ?? ''
    expect(address).toMatch(/^\/api\/upload\/picture\?key=/)
    expect(sessionStorage.getItem('headImgUrl')).toBe(address)
    await app.restart('/')
    const who = await screen.findByRole('region', { name: '刘嘉怡' })
    const shown = who.querySelector('img')
    expect(shown?.getAttribute('src')).toBe(address)
    // A picture that cannot be loaded is replaced by a text.
    if (shown) fireEvent.error(shown)
    expect(who.querySelector('img')).toBeNull()
    // The address is deleted when another person binds.
    await bindDemoUser('880002')
    expect([localStorage.getItem('headImgUrl'), sessionStorage.getItem('headImgUrl')]).toEqual([
      '',
      '',
    ])
  })

  test('saving a profile picture offline shows an error at once and keeps the picture [PRO-23 OFF-25 D-103]', async () => {
    fakeCanvas()
    await openApp('/editpic/880001', { as: '880001' })
    await choose('a.png', 'image/png')
    await screen.findByRole('slider')
    goOffline(campus)
    await press('使用这张图片')
    expect((await screen.findByRole('alert')).textContent).toBe('当前网络不可用，请联网后再操作')
    expect(screen.getByRole('slider')).toBeTruthy()
    expect(localStorage.getItem('headImgUrl') ?? '').toBe('')
  })

  test('the profile picture always fills the crop box [PRO-10 PRO-12]', () => {
    const size = { width: 300, height: 600 }
    expect(minimumScale(size)).toBe(0.5)
    expect(centerCrop(size)).toEqual({ scale: 0.5, x: 0, y: -75 })
    expect(filling({ scale: 0.5, x: 40, y: 40 }, size)).toEqual({ scale: 0.5, x: 0, y: 0 })
    expect(filling({ scale: 0.1, x: -900, y: -900 }, size)).toEqual({ scale: 0.5, x: 0, y: -150 })
    expect(zoomCrop(centerCrop(size), 1, size)).toEqual({ scale: 1, x: -75, y: -225 })
  })
})
