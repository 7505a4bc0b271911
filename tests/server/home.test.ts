import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { recordStatements } from '../support/backend/recorded-statements.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('the home page', () => {
  const ask = {
    appId: 'baodao',
    type: '1',
    status: '0',
    startTime: '2026-01-01 00:00:00',
    menu: '2',
  }
  const titles = async (number?: string, change = {}) => {
    const post = number === undefined ? backend.post : (await backend.signInAs(number)).post
    const { body } = await post('/wx/app/selectAllApp', { ...ask, ...change })
    return body.applicationList.map((one: { title: string }) => one.title)
  }

  test('a home entry has its keys, and its group decides where it appears [HOME-13]', async () => {
    const { body } = await backend.post('/wx/app/selectAllApp', ask)
    expect(body.applicationList[0]).toEqual({
      title: '网上迎新',
      url: '/welcome',
      icon: 'map-pin-check',
      menu: '1',
      labelName: '状态',
      show: '1',
    })
    expect(
      new Set(body.applicationList.map((one: { labelName: string }) => one.labelName)),
    ).toEqual(new Set(['状态', '我的常用']))
  })

  test('the home page has fourteen applications in all [HOME-10]', async () => {
    const fourteen = [
      '成绩',
      '网上缴费',
      '缓交',
      '减免',
      '贷款',
      '课表',
      '学籍',
      '家庭信息',
      '校历',
      '缴费信息',
      '投诉建议',
      '学院简介',
      '全景校园',
      '院系介绍',
    ]
    expect(await titles('880001', { type: '0' })).toEqual(fourteen)
    expect(await titles(undefined, { type: '0' })).toEqual(fourteen)
  })

  test('the home pages of a new student and of staff together have all features [HOME-11]', async () => {
    const all = new Set([...(await titles('990001')), ...(await titles('T2001'))])
    for (const title of [
      '网上缴费',
      '我的宿舍',
      '我的报到码',
      '转专业',
      '扫码报到',
      '在线客服',
      '成绩',
      '课表',
      '校历',
      '通知公告',
      '个人资料',
      '军训服装',
      '生活用品',
      '评教',
      '投诉建议',
      '全部应用',
      '照片采集',
    ])
      expect(all).toContain(title)
  })

  test('the home entries depend on the caller’s posts and token, not on the menu that the request names [HOME-15 HOME-16 D-22]', async () => {
    expect(await titles('T2001')).toContain('扫码报到')
    expect(await titles('T2001')).not.toContain('贷款审核')
    expect(await titles('T3001')).toEqual(expect.arrayContaining(['减免审核', '贷款审核']))
    expect(await titles('T1001')).not.toContain('扫码报到')
    expect(await titles('T1001')).not.toContain('成绩')
    expect(await titles(undefined)).not.toContain('扫码报到')
  })

  test('the English name of a post is recognized as well [D-31]', async () => {
    await backend.db
      .updateTable('staff')
      .set({ post: 'Senior Dorm Supervisor' })
      .where('code', '=', 'T1001')
      .execute()
    expect(await titles('T1001')).toContain('扫码报到')
  })

  test('the transfer entry appears for new undergraduates only [HOME-21]', async () => {
    expect(await titles('990001')).toContain('转专业')
    for (const number of ['990004', '880001', undefined])
      expect(await titles(number)).not.toContain('转专业')
    backend.clock.set(`${toChinaYear(backend.clock.now()) + 1}-03-01`)
    onTestFinished(() => backend.clock.set(new Date()))
    expect(await titles('990001')).not.toContain('转专业')
  })

  test('the home list can be requested in the documented form by anonymous callers, students and staff [HOME-12]', async () => {
    const requestBody = (menu: string) => ({
      appId: 'sandbox',
      type: '1',
      status: '0',
      startTime: '2026-09-01 08:00:00',
      menu,
    })
    const list = '/wx/app/selectAllApp'
    const nobody = await backend.post(list, requestBody('0'))
    const student = await (await backend.signInAs('880001')).post(list, requestBody('1'))
    const staff = await (await backend.signInAs('T2001')).post(list, requestBody('2'))
    const titlesOf = ({ body }: typeof nobody) =>
      body.applicationList.map(({ title }: { title: string }) => title)
    for (const one of [nobody, student, staff])
      expect([one.status, titlesOf(one).length > 3]).toEqual([200, true])
    expect(titlesOf(nobody)).not.toContain('扫码报到')
    expect(titlesOf(student)).toContain('成绩')
    expect(titlesOf(staff)).toContain('扫码报到')
  })

  test('a home entry whose period has not begun is left out [HOME-12]', async () => {
    await backend.db
      .updateTable('application')
      .set({ starts_at: new Date(Date.now() + 1e9) })
      .where('title', '=', '评教')
      .execute()
    expect(await titles('880001')).not.toContain('评教')
    await backend.db
      .updateTable('application')
      .set({ starts_at: new Date(0) })
      .where('title', '=', '评教')
      .execute()
    expect(await titles('880001')).toContain('评教')
  })
})

/**
 * Measure three times and take the smallest result: a periodic query of the backend can disturb one
 * measurement, but not all three.
 */
async function leastAsked(look: () => Promise<unknown>): Promise<string[]> {
  const looks = [
    await recordStatements(look),
    await recordStatements(look),
    await recordStatements(look),
  ]
  return looks.toSorted((one, other) => one.length - other.length)[0] ?? []
}

test('loading the home page makes six queries, and two more to check whether the device is still bound', async () => {
  const { post, code } = await backend.signInAs('990001')
  const binding = () =>
    post('/api/binding/findstu', { stuNumber: '990001', idCard: '', openId: '' })
  const apps = { appId: '', type: '1', status: '0', startTime: '', menu: '1' }
  const home = async () => {
    await post('/wx/app/selectAllApp', apps)
    await post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })
    await post('/api/notice/findNotice', { stuCode: '', pageNum: 1, pageSize: 10 })
    await post('/api/binding/checkStuRegStatus', { stuCode: code })
  }
  await home()
  expect(await leastAsked(home)).toHaveLength(6)
  expect(await leastAsked(binding)).toHaveLength(2)
})
