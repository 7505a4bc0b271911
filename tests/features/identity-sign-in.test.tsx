import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { parseExport } from '#app/features/outbox/outbox-export.ts'
import { createAuthoriseAddress } from '#app/host/authorise.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import {
  currentSession,
  endSession,
  storeMessagingUser,
  consumeSessionEndReason,
} from '#app/lib/session/session.ts'
import { samplePayload } from '../support/backend/four-forms.ts'
import { bindDemoUser, goOffline, openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()
const panel = (name: string) => within(screen.getByRole('tabpanel', { name }))
const student = () => panel('学生登录')
const staff = () => panel('教职工登录')
const said = async (text: string) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const paths = () => campus.calls.map((call) => call.path)
const inMessagingApp = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0')
const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

/**
 * Open an address of the sandbox's authorize page without a prompt; returns the address that it
 * redirects to.
 */
async function answerOf(address: string): Promise<URL> {
  const silent = new URL(address)
  silent.searchParams.set('scope', 'snsapi_base')
  const answer = await campus.backend().fetch(silent, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', 'http://campus.test')
}

/** Sign in to the messaging app, so that its user is known on the phone. */
async function authorised(): Promise<void> {
  const back = await answerOf(createAuthoriseAddress('http://campus.test/'))
  await openApp(back.pathname + back.search)
  await waitFor(() => expect(localStorage.getItem('openId')).not.toBeNull())
  // Remove this app: the fields of a second one would have the same ids.
  cleanup()
}

describe('the sign-in page', () => {
  test('the sign-in page has a tab for students and one for staff, also at /Login/grades [ID-04 ID-05 ID-06]', async () => {
    const { user } = await openApp('/Login/grades')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      '学生登录',
      '教职工登录',
    ])
    expect(
      student()
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['考生号新生', '学号在校生'])
    expect(student().getAllByRole('textbox')).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: '教职工登录' }))
    expect(staff().getByLabelText('工号')).toBeDefined()
    expect(staff().getByLabelText('密码').getAttribute('type')).toBe('password')
  })

  test('missing fields of the sign-in are reported at the field and in a summary, and the first one gets the focus [ID-08 ID-09 ID-11]', async () => {
    const { user } = await openApp('/login')
    await user.click(student().getByRole('button', { name: '绑定' }))
    for (const text of ['请选择输入类型', '请输入学号或考生号', '请输入身份证号']) {
      await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
    }
    expect(document.activeElement).toBe(student().getAllByRole('radio')[0])
    expect(paths()).not.toContain('/api/binding/findstu')
  })

  test('invalid fields of the sign-in are reported [ID-10 ID-12]', async () => {
    const { user } = await openApp('/login')
    await user.click(student().getByRole('radio', { name: /考生号/ }))
    await user.type(student().getByLabelText('考生号'), 'ab-1')
    await user.type(student().getByLabelText('身份证号'), '1234567890123456')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('请输入正确的学号或考生号')
    await said('请输入正确的身份证号')
  })

  test('the sign-in of staff reports missing and invalid fields [ID-13 ID-14 ID-15]', async () => {
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('tab', { name: '教职工登录' }))
    await user.click(staff().getByRole('button', { name: '登录' }))
    await said('请输入工号')
    await said('请输入密码')
    await user.type(staff().getByLabelText('工号'), 'a_1')
    await said('请输入正确的工号')
  })

  test('the sign-in trims typed values and sends x as X, and then home shows the student [ID-07 ID-12 ID-22 ID-36]', async () => {
    const { user, address } = await openApp('/login')
    await user.click(student().getByRole('radio', { name: /考生号/ }))
    await user.type(student().getByLabelText('考生号'), ' 990001 ')
    await user.type(student().getByLabelText('身份证号'), ' 11010120080101001x ')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('您绑定的信息有误')
    expect(campus.calls.at(-1)?.body).toMatchObject({
      stuNumber: '990001',
      idCard: '11010120080101001X',
    })
    await user.clear(student().getByLabelText('身份证号'))
    await user.type(student().getByLabelText('身份证号'), '110101200801010015')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(address()).toBe('/'))
    await said('990001')
  })

  test('a student without a resident ID card chooses another document, whose number is checked and sent in capitals', async () => {
    const { db } = campus.backend()
    await db
      .updateTable('student')
      .set({ id_card: 'E12345678', id_type: 'passport' })
      .where('exam_number', '=', '990003')
      .execute()
    const { user, address } = await openApp('/login')
    await user.click(student().getByRole('radio', { name: /考生号/ }))
    await user.type(student().getByLabelText('考生号'), '990003')
    await user.type(student().getByLabelText('身份证号'), 'E12345678')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('请输入正确的身份证号')
    await user.click(student().getByRole('button', { name: '使用其他证件' }))
    const field = student().getByLabelText('证件号码')
    expect(field).toHaveProperty('value', '')
    await user.type(field, '护照')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('证件号码由5至18位字母和数字组成，请核对')
    await user.clear(field)
    await user.type(field, ' e1234-5678 ')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(address()).toBe('/'))
    const finds = campus.calls.filter((call) => call.path === '/api/binding/findstu')
    expect(finds.at(-1)?.body).toMatchObject({ stuNumber: '990003', idCard: 'E12345678' })
  })

  test('signing in with a messaging account binds the account first and then finds the student [ID-16 ID-17 ID-22]', async () => {
    await authorised()
    campus.calls.length = 0
    const { user } = await openApp('/login')
    await user.click(student().getAllByRole('radio')[1] as HTMLElement)
    await user.type(student().getByLabelText('学号'), '880001')
    await user.type(student().getByLabelText('身份证号'), '110101200601010019')
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(paths()).toContain('/api/binding/findstu'))
    const binding = campus.calls.filter((call) => call.path.startsWith('/api/binding/'))
    expect(binding.map((call) => call.path).slice(0, 2)).toEqual([
      '/api/binding/bindOpenId',
      '/api/binding/findstu',
    ])
    expect(binding[0]?.body).toEqual({
      idCard: '110101200601010019',
      openId: localStorage.getItem('openId'),
      stuNumber: '880001',
    })
    await screen.findByRole('button', { name: '解除绑定' })
  })

  test('a new student’s messaging account is bound by the exam number [ID-16 ID-22]', async () => {
    await authorised()
    campus.calls.length = 0
    const { user } = await openApp('/login')
    await user.click(await screen.findByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(paths()).toContain('/api/binding/findstu'))
    expect(campus.calls.find(({ path }) => path === '/api/binding/bindOpenId')?.body).toEqual({
      idCard: '110101200801010015',
      openId: localStorage.getItem('openId'),
      examNumber: '990001',
    })
    await screen.findByRole('button', { name: '解除绑定' })
  })

  test('a staff member signs in and home shows department and number [ID-23 ID-44 ID-46]', async () => {
    const { user, address } = await openApp('/login')
    expect(sessionStorage.getItem('isbind')).not.toBe('1')
    await user.click(screen.getByRole('tab', { name: '教职工登录' }))
    await user.type(staff().getByLabelText('工号'), 'T1001')
    await user.type(staff().getByLabelText('密码'), 'campus-T1001')
    await user.click(staff().getByRole('button', { name: '登录' }))
    await waitFor(() => expect(address()).toBe('/'))
    const { name, department } = await campus
      .backend()
      .db.selectFrom('staff')
      .select(['name', 'department'])
      .where('code', '=', 'T1001')
      .executeTakeFirstOrThrow()
    await said(name)
    await said(department)
    await said('T1001')
    expect(screen.queryByRole('link', { name: '请先绑定' })).toBeNull()
    expect(screen.getByRole('button', { name: '解除绑定' })).toBeDefined()
    expect(screen.queryByRole('link', { name: /课表/ })).toBeNull()
    expect(sessionStorage.getItem('isbind')).toBe('1')
    expect(localStorage.getItem('userCode')).toBe('T1001')
  })

  test('a wrong password of staff shows the same message as a wrong number, and the typed values stay [ID-26]', async () => {
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('tab', { name: '教职工登录' }))
    await user.type(staff().getByLabelText('工号'), 'T1001')
    await user.type(staff().getByLabelText('密码'), 'wrong')
    await user.click(staff().getByRole('button', { name: '登录' }))
    await said('工号或密码不正确')
    expect(staff().getByLabelText<HTMLInputElement>('密码').value).toBe('wrong')
  })

  test('signing in with a bound account whose student is not found shows 请检查绑定信息 [ID-27]', async () => {
    await authorised()
    campus.addFault(
      http.post('*/api/binding/findstu', () => HttpResponse.json({ code: '-1', msg: '' })),
    )
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('请检查绑定信息')
  })

  test('the sign-in shows the server’s message for a refused binding [ID-28]', async () => {
    await authorised()
    campus.addFault(
      http.post('*/api/binding/bindOpenId', () =>
        HttpResponse.json({ results: 0, msg: '绑定信息不能为空' }),
      ),
    )
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('绑定信息不能为空')
  })

  test('signing in offline shows an error and keeps the typed values, and after too many attempts says how long to wait [OFF-25]', async () => {
    campus.addFault(
      http.post('*/api/binding/findstu', () =>
        HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '120' } }),
      ),
    )
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('操作过于频繁，请2分钟后再试')
    goOffline(campus)
    await user.click(student().getByRole('button', { name: '绑定' }))
    await said('当前网络不可用，请联网后再操作')
    expect(student().getByLabelText<HTMLInputElement>('考生号').value).toBe('990001')
  })

  test('the sign-in page shows no Chinese text in English [ID-05]', async () => {
    setLanguage('en')
    const { user } = await openApp('/login')
    await user.click(screen.getByRole('button', { name: 'Bind' }))
    await said('Choose student or exam number')
    expect(document.querySelector('main')?.textContent).not.toMatch(/\p{Script=Han}/u)
  })
})

describe('sign-in by the messaging app', () => {
  test('a page that needs a person requests a silent authorization of the messaging app once a visit [ID-34]', async () => {
    inMessagingApp()
    const assign = leaving()
    void openApp('/welcome/990001').catch(() => undefined)
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
    const asked = new URL(String(assign.mock.calls[0]?.[0]))
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      appid: 'sandbox',
      redirect_uri: 'http://campus.test/welcome/990001',
      response_type: 'code',
      scope: 'snsapi_base',
    })
    expect(asked.searchParams.get('state')).toMatch(/^[\da-f]{32}$/)
  })

  test('home opens in the messaging app and in an ordinary browser [ID-01]', async () => {
    await openApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: '示例大学' })).toBeTruthy()
    document.body.replaceChildren()
    inMessagingApp()
    sessionStorage.setItem('authTried', '1')
    await openApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: '示例大学' })).toBeTruthy()
  })

  test('tapping 使用微信头像和昵称 requests picture and name from the messaging app [ID-33]', async () => {
    inMessagingApp()
    const assign = leaving()
    sessionStorage.setItem('authTried', '1')
    const { user } = await openApp('/')
    await user.click(await screen.findByRole('button', { name: '使用微信头像和昵称' }))
    const asked = new URL(String(assign.mock.calls[0]?.[0]))
    expect(asked.searchParams.get('response_type')).toBe('code')
    expect(asked.searchParams.get('scope')).toBe('snsapi_userinfo')
  })

  test('the messaging app’s code is exchanged, its user is stored, and the code is removed from the address [ID-31]', async () => {
    const back = await answerOf(createAuthoriseAddress('http://campus.test/?next=%2Fmore'))
    const { address } = await openApp(back.pathname + back.search)
    await waitFor(() => expect(address()).not.toContain('code='))
    expect(address()).toContain('next=')
    expect(localStorage.getItem('accesstoken')).not.toBe('')
    expect(localStorage.getItem('openId')).not.toBeNull()
  })

  test('an access token of the messaging app older than 20 h is renewed silently before a person binds, but not for a bound person [ID-34 D-15]', async () => {
    await authorised()
    const [openId, nickname] = [localStorage.getItem('openId'), localStorage.getItem('nickname')]
    localStorage.setItem('accesstokenAt', String(Date.now() - 21 * 3_600_000))
    const old = localStorage.getItem('accesstoken')
    inMessagingApp()
    const assign = leaving()
    void openApp('/login').catch(() => undefined)
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
    const asked = String(assign.mock.calls[0]?.[0])
    expect(new URL(asked).searchParams.get('scope')).toBe('snsapi_base')
    // A silent authorization returns the same user without a name.
    const silent = { accesstoken: 'fresh', userInfo: { openId, nickname: '', headImgUrl: '' } }
    campus.addFault(http.post('*/wx/code/getCode', () => HttpResponse.json(silent)))
    await openApp(`/login?code=c&state=${new URL(asked).searchParams.get('state')}`)
    await waitFor(() => expect(localStorage.getItem('accesstoken')).toBe('fresh'))
    expect([old, localStorage.getItem('nickname')]).toEqual([expect.any(String), nickname])
    expect(nickname).not.toBe('')
    await openApp('/')
    expect(assign).toHaveBeenCalledOnce()
    localStorage.setItem('accesstokenAt', '')
    await openApp('/welcome/990001', { as: '990001' })
    expect(assign).toHaveBeenCalledOnce()
  })

  test('a silently authorized user who taps 使用微信头像和昵称 gets picture and name [ID-33 ID-31]', async () => {
    storeMessagingUser({ openId: 'o-1', nickname: '', avatar: '', accessToken: 'silent' })
    inMessagingApp()
    const assign = leaving()
    const { user } = await openApp('/')
    await user.click(await screen.findByRole('button', { name: '使用微信头像和昵称' }))
    const back = await answerOf(String(assign.mock.calls[0]?.[0]))
    const { address } = await openApp(back.pathname + back.search)
    await waitFor(() => expect(address()).toBe('/'))
    expect(localStorage.getItem('nickname')).toMatch(/./)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: '使用微信头像和昵称' })).toBeNull(),
    )
  })

  test('a code of the messaging app with a state that this phone did not request is not exchanged [ID-31]', async () => {
    await openApp('/?code=stolen&state=other')
    await screen.findByRole('link', { name: '请先绑定' })
    expect(paths()).not.toContain('/wx/code/getCode')
  })

  test('home opens unbound when exchanging the messaging app’s code fails [ID-32]', async () => {
    campus.addFault(
      http.post('*/wx/code/getCode', () => HttpResponse.json({ code: '-1', msg: 'x' })),
    )
    const state = new URL(createAuthoriseAddress('http://campus.test/')).searchParams.get('state')
    await openApp(`/?code=anything&state=${state}`)
    expect(await screen.findByRole('link', { name: '请先绑定' })).toBeDefined()
  })

  test('an unbound visitor to a personal page is sent home, whose link to the sign-in contains the page’s address [ID-30 ID-35]', async () => {
    const { address } = await openApp('/welcome/1')
    await said('请先绑定学号或考生号')
    expect(address().split('?')[0]).toBe('/')
    expect(screen.getByRole('link', { name: '请先绑定' }).getAttribute('href')).toContain(
      encodeURIComponent('/welcome/1'),
    )
  })
})

describe('what the browser stores', () => {
  test('after sign-in the browser’s storage contains the key names that the requirements list, and the ID number is in session storage only [ID-45 ID-46 D-21]', async () => {
    await openApp('/welcome/990001', { as: '990001' })
    await said('选择宿舍类型')
    const session = [
      'isbind',
      'stu_name',
      'stu_num',
      'stu_major',
      'stu_class',
      'stu_phone',
      'stu_idcard',
      'stu_grade',
      'stu_status',
      'open_id',
      'nickname',
      'headImgUrl',
    ]
    expect(session.filter((key) => sessionStorage.getItem(key) === null)).toEqual([])
    expect(sessionStorage.getItem('isbind')).toBe('1')
    const local = [
      'token',
      'stuCode',
      'userCode',
      'userId',
      'userName',
      'stunum',
      'majorId',
      'grade',
      'stuIsReport',
      'enrollType',
      'isNew',
      'flowdata',
    ]
    expect(local.filter((key) => localStorage.getItem(key) === null)).toEqual([])
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('110101200801010015')
  })

  test('a call carries the stored token [XC-03]', async () => {
    await openApp('/more', { as: '990001' })
    await waitFor(() => expect(paths()).toContain('/wx/app/selectAllApp'))
    expect(campus.calls.at(-1)?.headers.get('authorization')).toBe(localStorage.getItem('token'))
  })
})

describe('deep links', () => {
  test('a deep link opens after sign-in with the student’s own number in it [D-16 D-36]', async () => {
    const { user, address } = await openApp('/login?next=%2Fwelcome%2F990009')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(address()).toBe('/welcome/990001'))
  })

  test('after sign-in an external address in `next` is not opened [D-16]', async () => {
    const { user, address } = await openApp('/login?next=%2F%2Fevil.test')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(address()).toBe('/'))
  })

  test('after sign-in the application that is named in the sign-in’s address opens [D-16]', async () => {
    const { user, address } = await openApp('/Login/searchcourse')
    await user.click(screen.getByRole('button', { name: /990001/ }))
    await user.click(student().getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(address()).toBe('/searchcourse/990001'))
  })

  test('a staff member is sent home from a page of students [ID-03 D-113]', async () => {
    const { address } = await openApp('/welcome/T1001', { as: 'T1001' })
    await said('没有权限')
    expect(address()).toBe('/')
  })
})

describe('ending the binding', () => {
  const openDialog = async (user: Awaited<ReturnType<typeof openApp>>['user']) => {
    await user.click(screen.getByRole('button', { name: '解除绑定' }))
    return within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  }

  test('unbinding leaves no personal data in local storage, and home is loaded as for a visitor [ID-24 XC-06]', async () => {
    const { user } = await openApp('/', { as: '880001' })
    await user.click((await openDialog(user)).getByRole('button', { name: '确定解除' }))
    await said('请先绑定')
    await waitFor(() =>
      expect(
        Object.keys(localStorage).filter((key) => !['language', 'start-up', 'clock'].includes(key)),
      ).toEqual([]),
    )
    expect(localStorage.getItem('start-up') ?? '').not.toMatch(/(?<!\d)880001(?!\d)/)
    await waitFor(() =>
      expect(
        campus.calls.filter((call) => call.path === '/wx/app/selectAllApp').at(-1)?.body['menu'],
      ).toBe('0'),
    )
  })

  test('unbinding that the server refuses shows 解绑失败 and keeps the session [ID-29]', async () => {
    campus.addFault(http.post('*/api/binding/cleanOpenId', () => HttpResponse.json({ results: 0 })))
    const { user } = await openApp('/', { as: '880001' })
    await user.click((await openDialog(user)).getByRole('button', { name: '确定解除' }))
    await screen.findByText(/^解绑失败/)
    expect(localStorage.getItem('token')).not.toBeNull()
    expect(currentSession()?.subject).toBe('S880001')
  })

  test('unbinding works offline [ID-24]', async () => {
    const { user } = await openApp('/', { as: '880001' })
    goOffline(campus)
    await user.click((await openDialog(user)).getByRole('button', { name: '确定解除' }))
    await said('请先绑定')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('the dialog before unbinding counts unsent items and offers to send or to export them [ID-25]', async () => {
    const { user, address } = await openApp('/', { as: '990001' })
    goOffline(campus)
    await submitToOutbox({ form: 'travel', payload: samplePayload('travel', 'S990001', 2026, 1) })
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file)
      return 'blob:1'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const dialog = await openDialog(user)
    expect(await dialog.findByText('还有 1 份内容没有提交给学校，解除绑定会丢失。')).toBeDefined()
    expect(dialog.getByRole('button', { name: '先提交' })).toBeDefined()
    await user.click(await dialog.findByRole('button', { name: '导出为文件' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(click).toHaveBeenCalledTimes(1)
    const text = (await files[0]?.text()) ?? ''
    expect(text).toContain('备注：写下的话 1')
    expect(parseExport(text)).toMatchObject({ subject: 'S990001', items: [{ form: 'travel' }] })
    expect(address()).toBe('/')
    await user.click(dialog.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await openDialog(user)).getByRole('button', { name: '放弃并解除绑定' }))
    await said('请先绑定')
  })
})

describe('an ended session', () => {
  test('an expired token is deleted, and home opens with a message [XC-09 D-10]', async () => {
    const { address } = await openApp('/me', { as: '990001' })
    campus.addFault(
      http.post('*/wx/app/selectAllApp', () =>
        HttpResponse.json({ status: -400 }, { status: 401 }),
      ),
    )
    await openApp('/more')
    await said('登录已失效，请重新绑定')
    expect(localStorage.getItem('token')).toBeNull()
    expect(address()).toBe('/?next=%2Fme')
  })

  test('a session that ended before the app frame mounted leads home, once [XC-08 XC-09]', async () => {
    await bindDemoUser('990001')
    endSession('root')
    const { address } = await openApp('/more')
    await waitFor(() => expect(address()).toBe('/?next=%2Fmore'))
    expect(consumeSessionEndReason()).toBeUndefined()
  })

  test('the status -500 without a configured page shows 系统故障，请联系管理员 [XC-08 D-10]', async () => {
    await openApp('/me', { as: '990001' })
    campus.addFault(http.post('*/wx/app/selectAllApp', () => HttpResponse.json({ status: '-500' })))
    await openApp('/more')
    await said('系统故障，请联系管理员')
  })
})
