import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'
import { clothes, household, sizes, supplies } from './forms.ts'

let backend: Backend
let student: SignedIn
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  student = await backend.signInAs('990001')
  await backend.db.deleteFrom('step_done').where('student_code', '=', student.code).execute()
})

const doneSteps = async (who: SignedIn) =>
  (await who.post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })).body.results
    .filter((one: { newStatus: string }) => one.newStatus !== '0')
    .map((one: { processId: number }) => one.processId)

describe('the own record', () => {
  test('results[0] is the student, with everything that the cards show [FAM-08 PHO-02]', async () => {
    const { body } = await student.post('/api/NewReports/findInformation', {
      stuCode: student.code,
    })
    expect(body.results).toEqual([
      {
        stuCode: 'S990001',
        stuNumber: '',
        examNumber: '990001',
        stuName: '陈晓雨',
        gender: '2',
        idCard: '110101200801010015',
        stuPhone: '13899000101',
        enterSchoolYear: expect.stringMatching(/^\d{4}$/),
        grade: expect.stringMatching(/^\d{4}$/),
        deptName: '信息学院',
        majorName: '计算机科学与技术',
        className: expect.stringContaining('1班'),
        newPhotoPath: '',
      },
    ])
  })
})

describe('the household', () => {
  const find = async () =>
    (await student.post('/api/NewReports/findFamily', { stuCode: student.code })).body
  const add = (body: object) => student.post('/api/NewReports/addNewReports', body)
  const update = (body: object) => student.post('/api/NewReports/updateNewReports', body)
  beforeEach(() =>
    backend.db.deleteFrom('household').where('student_code', '=', student.code).execute(),
  )

  test('none, then a list, then the new list in its place [FAM-09 to FAM-11 FAM-13 to FAM-20]', async () => {
    expect(await find()).toEqual({ results: [] })
    expect((await add(household({}, [{}, { guardian: '林芳', relation: '2' }]))).body).toEqual({
      results: true,
    })
    const { results } = await find()
    expect(results.map((one: { guardian: string }) => one.guardian)).toEqual(['陈建国', '林芳'])
    const record = JSON.parse(household().info)[0]
    expect(results[0]).toEqual({ ...record, stuCode: student.code, memberId: expect.any(String) })
    expect(
      (
        await update(
          household({ nativePlace: '海南省,儋州市' }, [{ guardian: '林芳', relation: '2' }]),
        )
      ).body.results,
    ).toBe(true)
    expect((await find()).results).toMatchObject([
      { guardian: '林芳', nativePlace: '海南省,儋州市' },
    ])
  })

  test('a list is read as well as its text; an empty one is refused [D-40]', async () => {
    const list = JSON.parse(household().info)
    expect((await add({ info: list })).body).toEqual({ results: true })
    for (const info of ['[]', []]) {
      const said = await update({ info })
      expect([said.status, said.body]).toMatchObject([
        422,
        { results: false, msg: '家庭成员信息至少需要保留一位！' },
      ])
    }
    for (const info of ['{', '[1]', 'null', '"x"', 7])
      expect((await update({ info })).status).toBe(422)
    expect((await find()).results).toHaveLength(1)
  })

  test('an empty ID number leaves the one on record, of the same name and relation only [FAM-16]', async () => {
    await add(household({}, [{ guardianidentifyId: '110101197001010011' }]))
    await update(household({}, [{}, { guardian: '陈建国', relation: '3' }, { guardian: '林芳' }]))
    const idNumbers = async () =>
      (await find()).results.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)
    expect(await idNumbers()).toEqual(['110101197001010011', '', ''])
    await update(household({}, [{ guardianidentifyId: '110101197001010022' }]))
    expect(await idNumbers()).toEqual(['110101197001010022'])
  })

  test('a member is known again by the id that the campus gives, whatever was corrected; who is new has none [FAM-16 D-40]', async () => {
    const known = { guardianidentifyId: '110101197001010011' }
    await add(household({}, [known, { guardian: '林芳', relation: '2' }]))
    const [first, second] = (await find()).results
    expect(new Set([first.memberId, second.memberId]).size).toBe(2)
    const corrected = { guardian: '陈建囯', relation: '3', memberId: first.memberId }
    await update(
      household({}, [
        { guardian: '陈小妹', relation: '3' },
        corrected,
        { guardian: '林芳', relation: '2' },
      ]),
    )
    const { results } = await find()
    expect(results.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)).toEqual([
      '',
      '110101197001010011',
      '',
    ])
    expect(results.map((one: { memberId: string }) => one.memberId)).toEqual([
      '2.0',
      first.memberId,
      second.memberId,
    ])
    // An id that was made up, or is used twice, is nobody's.
    await update(
      household({}, [
        corrected,
        { ...corrected, guardian: '王五' },
        { guardian: '赵六', memberId: 'x' },
      ]),
    )
    const later = (await find()).results
    expect(later.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)).toEqual([
      '110101197001010011',
      '',
      '',
    ])
    expect(new Set(later.map((one: { memberId: string }) => one.memberId)).size).toBe(3)
  })

  test('the write marks its own step, and no other [FAM-18 D-34]', async () => {
    await add(household({ processId: '4' }))
    expect(await doneSteps(student)).toEqual([])
    await update(household())
    expect(await doneSteps(student)).toEqual([1])
  })

  test('the server repeats the checks; a refusal is false [FAM-23 to FAM-33 FLOW-18 FLOW-19]', async () => {
    const message = async (change: Record<string, string>) => {
      const said = await add(household(change))
      expect([said.status, said.body.results]).toEqual([422, false])
      return said.body.msg
    }
    expect(await message({ householdType: '' })).toBe('请选择户籍类型')
    expect(await message({ migrateStatus: '' })).toBe('请选择是否迁移户口')
    expect(await message({ nativePlace: '' })).toBe('请选择籍贯')
    expect(await message({ students: '' })).toBe('请选择生源地')
    expect(await message({ stuPhone: '' })).toBe('请输入手机号码')
    for (const wrong of ['11912345678', '1391234567', '139123456789'])
      expect(await message({ stuPhone: wrong })).toBe('请输入正确的手机号码')
    expect(await message({ guardian: '' })).toBe('请输入姓名')
    expect(await message({ relation: '001' })).toBe('请选择关系')
    expect(await message({ phone: '' })).toBe('请输入手机号码')
    expect(await message({ job: '' })).toBe('请输入职业')
    expect(await message({ workplace: '' })).toBe('请输入单位')
    expect(await message({ workplace: '很'.repeat(101) })).toBe('最多可以输入100个字符哦')
    const update = await student.post('/api/NewReports/updateNewReports', household({ job: '' }))
    expect(update.body.results).toBe(false)
  })

  test('a household of somebody else is refused [ID-47]', async () => {
    expect((await add(household({ stuCode: 'S990002' }))).status).toBe(403)
  })
})

describe('the personal details', () => {
  const PHONE = '13912345678'
  const details = (codes: string, change: object = {}) => ({
    stuCode: '',
    uname: '陈晓雨',
    wxId: 'chen_xiaoyu',
    email: 'chen@example.edu',
    phoneNum: PHONE,
    codes,
    family: [{ name: '陈建国', relation: '002', phone: '13812345678' }],
    ...change,
  })
  const find = async () => (await student.post('/api/perDetiles/find', { stuCode: '' })).body
  const save = async (body: object) => (await student.post('/api/perDetiles/save', body)).body
  const send = (change: object = {}) =>
    student.post('/api/userSafe/sendCode', {
      stuCode: '',
      phone: PHONE,
      scene: 'details',
      ...change,
    })
  const newCode = async (change: object = {}): Promise<string> => {
    await backend.db.deleteFrom('rate_limit').execute()
    return (await send(change)).body.demoCode
  }

  test('none, then saved with a code, which is good once [FAM-36]', async () => {
    expect(await find()).toEqual({ code: '0', data: null })
    const code = await newCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await save(details(code))).toEqual({ code: '0' })
    const { codes: _, stuCode: __, ...stored } = details(code)
    expect(await find()).toEqual({ code: '0', data: stored })
    expect(await save(details(code))).toEqual({ code: '-1', msg: '验证码不正确或已过期' })
  })

  test('the server repeats the checks [FAM-36 to FAM-43]', async () => {
    const message = async (change: object) => (await save(details('123456', change))).msg
    const member = { name: '陈建国', relation: '002', phone: '13812345678' }
    expect(await message({ family: [member, member, member] })).toBe('家庭成员信息最多填写两位！')
    expect(await message({ family: [{ ...member, relation: '1' }] })).toBe('请选择关系')
    expect(await message({ uname: '' })).toBe('请输入姓名')
    for (const uname of ['陈', '一二三四五六七'])
      expect(await message({ uname })).toBe('姓名格式不对哦~')
    for (const wxId of ['', '1abcde', 'abcde', 'a'.repeat(21)])
      expect(await message({ wxId })).toBe('请输入正确的微信号码！')
    expect(await message({ email: 'a@' })).toBe('请输入有效的邮箱！')
    expect(await message({ phoneNum: '' })).toBe('手机号码不能为空！')
    expect(await message({ phoneNum: '16912345678' })).toBe('请输入合法的手机号码！')
    expect(await message({ codes: '' })).toBe('请输入验证码')
  })

  test('a code is for one phone, one use, one person and ten minutes [D-37]', async () => {
    const refused = { code: '-1', msg: '验证码不正确或已过期' }
    expect(await save(details(await newCode(), { phoneNum: '13900000000' }))).toEqual(refused)
    expect(await save(details(await newCode({ scene: 'change' })))).toEqual(refused)
    const code = await newCode()
    const other = await backend.signInAs('990003')
    expect((await other.post('/api/perDetiles/save', details(code))).body).toEqual(refused)
    backend.clock.advance(601)
    expect(await save(details(code))).toEqual(refused)
    backend.clock.set(new Date())
    const earlier = await newCode()
    const later = await newCode()
    if (earlier !== later) expect(await save(details(earlier))).toEqual(refused)
    expect(await save(details(later))).toEqual({ code: '0' })
  })

  test('five wrong tries end a code, also when they are made at once', async () => {
    const code = await newCode()
    const wrong = code === '000000' ? '111111' : '000000'
    await Promise.all(Array.from({ length: 5 }, () => save(details(wrong))))
    expect(await save(details(code))).toEqual({ code: '-1', msg: '验证码不正确或已过期' })
  })

  test('one code in 60 s, ten a day, and none of it at rest [D-94]', async () => {
    const code = await newCode()
    const soon = await send()
    expect([soon.status, soon.body.code, Number(soon.headers.get('retry-after'))]).toEqual([
      429,
      '429',
      expect.any(Number),
    ])
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    for (let n = 0; n < 9; n++) {
      await backend.db.deleteFrom('rate_limit').where('key', 'like', 'sms:%').execute()
      expect((await send()).status).toBe(200)
    }
    await backend.db.deleteFrom('rate_limit').where('key', 'like', 'sms:%').execute()
    expect((await send()).status).toBe(429)
    const stored = await backend.db.selectFrom('sms_code').selectAll().execute()
    expect(stored.map(({ code_hash }) => code_hash).join()).not.toContain(code)
    expect(backend.logged.join()).not.toContain(PHONE)
  })

  test('a phone or purpose that is none is refused, and without a provider nobody is told anything', async () => {
    await backend.db.deleteFrom('rate_limit').execute()
    expect((await send({ phone: '12345' })).body.msg).toBe('请输入合法的手机号码！')
    expect((await send({ scene: 'x' })).status).toBe(422)
    const real = await startBackend({ sharing: backend, env: { SMS_PROVIDER: 'none' } })
    const said = await real.post(
      '/api/userSafe/sendCode',
      { phone: PHONE, scene: 'details' },
      { authorization: student.token },
    )
    expect([said.status, said.body.msg]).toEqual([404, '短信服务暂未开通'])
    await real.close()
  })
})

describe('the uniform', () => {
  const find = async (who = student) =>
    (await who.post('/api/uniSele/selebystu', { stuCode: '' })).body.results
  const add = async (body: object = clothes()) =>
    (await student.post('/api/uniSele/add', body)).body
  const stockOf = async (id: string) =>
    (
      await backend.db
        .selectFrom('uniform_size')
        .select('stock')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stock
  beforeEach(async () => {
    await backend.db.deleteFrom('uniform_line').where('student_code', '=', student.code).execute()
    await backend.db.deleteFrom('uniform_order').where('student_code', '=', student.code).execute()
  })

  test('the garments with their sizes, and the colours [UNI-09 UNI-10 UNI-13]', async () => {
    const { results } = (await student.post('/api/uniSele/sele')).body
    expect(results.map((one: { typeName: string }) => one.typeName)).toEqual([
      '上衣',
      '裤子',
      '帽子',
      '鞋',
    ])
    expect(results[0]).toMatchObject({
      id: '1',
      uniformSeletedEntity: expect.arrayContaining([
        { id: '104', size: '170', remark: '身高 170–175' },
      ]),
    })
    expect((await student.post('/api/uniSele/colo')).body).toEqual({
      results: [
        { color: '1', colourName: '军绿' },
        { color: '2', colourName: '迷彩' },
      ],
    })
  })

  test('none, then one record a garment, then the change [UNI-08 UNI-11 UNI-12 UNI-14]', async () => {
    expect(await find()).toEqual([])
    expect(await add()).toEqual({ results: 1 })
    const results = await find()
    expect(results.map((one: { uniformSizeId: string }) => one.uniformSizeId)).toEqual(sizes)
    expect(results[0]).toEqual({
      id: '1',
      typeName: '上衣',
      uniformSizeId: '102',
      size: '160',
      color: '1',
      colourName: '军绿',
      remark: '',
      receiveStatus: '0',
    })
    const change = clothes(['101', '203', '301', '405'], { color: '2', remark: '偏瘦' })
    expect((await student.post('/api/uniSele/updateStuForm', change)).body).toEqual({ results: 1 })
    expect((await find())[0]).toMatchObject({ uniformSizeId: '101', color: '2', remark: '偏瘦' })
  })

  test('every garment needs a size of its own, and a colour that there is [UNI-06 UNI-07]', async () => {
    expect(await add(clothes(['102', '203', '301']))).toEqual({ results: 0, msg: '请选择服装尺码' })
    expect(await add(clothes(['102', '103', '203', '301', '405']))).toMatchObject({ results: 0 })
    expect(await add(clothes(['102', '203', '301', '999']))).toMatchObject({ results: 0 })
    expect((await add(clothes([]))).msg).toBe('请选择服装尺码')
    expect((await add(clothes(sizes, { uniformSizeId: '' }))).msg).toBe('请选择服装尺码')
    expect((await add(clothes(sizes, { color: '' }))).msg).toBe('请选择颜色')
    expect(await add(clothes(sizes, { color: '9' }))).toMatchObject({ results: 0 })
    expect(await find()).toEqual([])
  })

  test('what was handed out cannot be changed [UNI-05 UNI-12 D-53]', async () => {
    const finished = await backend.signInAs('990002')
    const before = await find(finished)
    expect(before[0].receiveStatus).toBe('1')
    expect((await finished.post('/api/uniSele/updateStuForm', clothes())).body).toEqual({
      results: 0,
      msg: '服装已领取，不能修改',
    })
    expect(await find(finished)).toEqual(before)
  })

  test('a size that has run out is refused and nothing is taken; a change gives back', async () => {
    const before = await stockOf('102')
    expect(await add(clothes(['102', '203', '301', '411']))).toEqual({
      results: 0,
      msg: '所选尺码缺货，请改选',
    })
    expect(await stockOf('102')).toBe(before)
    await add()
    await add()
    expect(await stockOf('102')).toBe(before - 1)
    await add(clothes(['101', '203', '301', '405']))
    expect(await stockOf('102')).toBe(before)
  })

  test('of a last piece one is sold, however many ask, and who has it keeps it', async () => {
    await backend.db.updateTable('uniform_size').set({ stock: 1 }).where('id', '=', '407').execute()
    const askers = await Promise.all(
      ['990001', '990003', '990004', '990005'].map((number) => backend.signInAs(number)),
    )
    const last = clothes(['102', '203', '301', '407'])
    const answers = await Promise.all(askers.map((one) => one.post('/api/uniSele/add', last)))
    expect(answers.filter(({ body }) => body.results === 1)).toHaveLength(1)
    expect(await stockOf('407')).toBe(0)
    const winner = askers[answers.findIndex(({ body }) => body.results === 1)]
    expect((await winner?.post('/api/uniSele/updateStuForm', last))?.body).toEqual({ results: 1 })
  })

  test('the step is marked by the server only when payment is behind the student [FLOW-15 D-34]', async () => {
    await add()
    expect(await doneSteps(student)).toEqual([])
    await backend.db
      .insertInto('step_done')
      .values({ student_code: student.code, step_id: 5, done_at: new Date() })
      .execute()
    await add()
    expect(await doneSteps(student)).toEqual([4, 5])
  })

  test('what is set off counts as paid there, and an old year left unpaid holds nothing up [D-34 D-58]', async () => {
    const year = backend.clock.now().getFullYear()
    const [charges, setOff] = [
      { item: '旧欠', due_fen: 100, paid_fen: 0 },
      { amount_fen: 1_980_000, offset_done: true },
    ]
    await backend.db
      .insertInto('charge')
      .values({ ...charges, student_code: student.code, year: year - 1 })
      .execute()
    await backend.db
      .insertInto('scholarship')
      .values({ ...setOff, student_code: student.code, year })
      .execute()
    await add()
    const done = await doneSteps(student)
    await backend.db.deleteFrom('scholarship').where('student_code', '=', student.code).execute()
    await backend.db.deleteFrom('charge').where('item', '=', charges.item).execute()
    expect(done).toEqual([4])
  })

  test('a line of somebody else is refused [ID-47]', async () => {
    const mixed = {
      ...clothes(),
      formList: [
        ...clothes().formList.slice(0, 3),
        { ...clothes().formList[3], stuCode: 'S990002' },
      ],
    }
    expect((await student.post('/api/uniSele/add', mixed)).status).toBe(403)
  })
})

describe('the living supplies', () => {
  const find = async (who: SignedIn) =>
    (await who.post('/Livings/findReserve', { stuCode: '' })).body
  const add = async (who: SignedIn, packageId?: string) =>
    (await who.post('/Livings/addReserve', supplies(packageId))).body

  test('the student with department and dormitory; none is empty [LIV-03 D-52]', async () => {
    const finished = await backend.signInAs('990002')
    expect((await finished.post('/findStuInfo', { stuCode: '' })).body).toEqual({
      code: '0',
      data: {
        stuCode: 'S990002',
        stuNumber: '',
        name: '李明轩',
        deptName: '建筑工程学院',
        dormName: '紫荆苑3号楼',
        dormno: '412',
      },
    })
    expect((await student.post('/findStuInfo', { stuCode: '' })).body.data).toMatchObject({
      dormName: '',
      dormno: '',
    })
  })

  test('two catalogues with pictures of their own [LIV-04 LIV-10]', async () => {
    const catalogue = async (packageType: string) =>
      (await student.post('/Livings/livingCost', { packageType })).body.results
    expect((await catalogue('1'))[0]).toEqual({
      id: '1',
      packageName: '床上用品',
      packagePrice: '398.00',
      packageType: '1',
      packageContent: '床垫、床单、被套、枕套、枕芯',
      photoPath: '/living/bedding.svg',
    })
    expect(await catalogue('2')).toHaveLength(6)
    expect(await catalogue('3')).toEqual([])
  })

  test('a reservation and its change; what is mandatory is always part of it [LIV-05 to LIV-07 LIV-11 LIV-12]', async () => {
    const finished = await backend.signInAs('990002')
    expect(await find(finished)).toEqual({ results: { packageId: '1,3,5' } })
    expect((await finished.post('/Livings/updateReserve', supplies('4, 2'))).body).toEqual({
      results: 1,
    })
    expect(await find(finished)).toEqual({ results: { packageId: '1,2,3,4' } })
    expect(await add(finished, '')).toEqual({ results: 1 })
    expect(await find(finished)).toEqual({ results: { packageId: '1,3' } })
  })

  test('what the own catalogue does not have is refused [LIV-13 D-51]', async () => {
    const finished = await backend.signInAs('990002')
    for (const ids of ['21', '1,99', "1');--"])
      expect(await add(finished, ids)).toEqual({ results: 0, msg: '所选套餐不存在，请重新选择' })
    const international = await backend.signInAs('880002')
    await backend.db
      .insertInto('dorm_place')
      .values({
        student_code: international.code,
        type_name: '双人间',
        building: '留学生楼',
        room: '101',
        bed: '1',
      })
      .execute()
    expect(await add(international, '24')).toEqual({ results: 1 })
    expect(await find(international)).toEqual({ results: { packageId: '21,22,23,24' } })
  })

  test('without a room there is nothing to reserve, but for postgraduates [LIV-09 D-52]', async () => {
    expect(await add(student)).toEqual({ results: 0, msg: '请等待宿舍分配' })
    expect(await find(student)).toEqual({ results: null })
    const postgraduate = await backend.signInAs('990004')
    expect(await add(postgraduate)).toEqual({ results: 1 })
    expect(await doneSteps(postgraduate)).toContain(7)
  })
})

describe('the report sheet', () => {
  const ask = async (who: SignedIn, change = {}) =>
    (
      await who.post('/reportBill/QueryStuMessage', {
        idCard: '',
        years: '',
        payType: '',
        ...change,
      })
    ).body

  test('six keys, the fees of the year [RPT-08 RPT-09 D-101]', async () => {
    const finished = await backend.signInAs('990002')
    expect(await ask(finished)).toEqual({
      code: '0',
      data: {
        name: '李明轩',
        deptName: '建筑工程学院',
        className: expect.any(String),
        email: 'limingxuan@example.edu',
        phone: '13899000201',
        tuitionWay: [
          { tuitionWay: '学费', tuitionFees: '18600.00' },
          { tuitionWay: '住宿费', tuitionFees: '1200.00' },
        ],
      },
    })
    expect((await ask(finished, { payType: '学费' })).data.tuitionWay).toHaveLength(1)
    expect((await ask(finished, { years: '2001' })).data.tuitionWay).toEqual([])
  })
})

describe('conflicts and repeated submissions of every form', () => {
  const forms: [string, string, string, string, () => object][] = [
    [
      'family',
      '/api/NewReports/findFamily',
      '/api/NewReports/addNewReports',
      '/api/NewReports/updateNewReports',
      household,
    ],
    [
      'uniform',
      '/api/uniSele/selebystu',
      '/api/uniSele/add',
      '/api/uniSele/updateStuForm',
      () => clothes(),
    ],
    [
      'living',
      '/Livings/findReserve',
      '/Livings/addReserve',
      '/Livings/updateReserve',
      () => supplies(),
    ],
  ]

  test.each(forms)(
    '%s: a version, 412 with the stored one, and one effect a key [D-104]',
    async (form, findAt, addAt, updateAt, body) => {
      const who = await backend.signInAs('990004')
      const version = async () => (await who.post(findAt, { stuCode: '' })).headers.get('etag')
      const start = Number((await version())?.match(/\d+/)?.[0])
      const tag = (more: number) => `"${form}-${start + more}"`
      expect(await version()).toBe(tag(0))
      const key = { 'idempotency-key': `${form}-of-this-test`, 'if-match': tag(0) }
      const first = await who.post(addAt, body(), key)
      expect([first.status, first.headers.get('etag')]).toEqual([200, tag(1)])
      const again = await who.post(updateAt, body(), key)
      expect([again.headers.get('idempotency-replayed'), again.headers.get('receipt')]).toEqual([
        'true',
        first.headers.get('receipt'),
      ])
      expect(await version()).toBe(tag(1))
      const stale = await who.post(updateAt, body(), { 'if-match': tag(0) })
      expect([stale.status, stale.body.code, stale.headers.get('etag')]).toEqual([
        412,
        '412',
        tag(1),
      ])
      const both = await Promise.all(
        [addAt, updateAt].map((path) => who.post(path, body(), { 'if-match': tag(1) })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
      expect(await version()).toBe(tag(2))
    },
  )

  test('of two first submissions that both saw nothing, one wins [D-104]', async () => {
    const who = await backend.signInAs('990005')
    const both = await Promise.all(
      [1, 2].map(() =>
        who.post('/api/NewReports/addNewReports', household(), { 'if-match': '"family-0"' }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})
