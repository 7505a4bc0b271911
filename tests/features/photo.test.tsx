import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MessagingBridge } from '#app/host/sdk.ts'
import type * as images from '#app/lib/pictures/prepare-image.ts'
import {
  goOffline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

// The simulated browser can neither decode nor draw. Pictures are tested in tests/browser.
const prepared = vi.hoisted(() => ({
  next: undefined as images.PrepareImageResult | undefined,
  seen: [] as Blob[],
}))
vi.mock('#app/lib/pictures/prepare-image.ts', async (original) => ({
  ...(await original<typeof images>()),
  prepareImage: async (file: Blob) => {
    prepared.seen.push(file)
    return prepared.next
  },
}))

const campus = openScreenCampus()
let jpeg: Blob
const uploads = () => campus.calls.filter(({ path }) => path === '/stuphoto/verifyStuPhoto')
const asked = () => campus.calls.filter(({ path }) => path === '/api/NewReports/findInformation')

beforeAll(async () => {
  const bytes = await sharp({
    create: { width: 300, height: 400, channels: 3, background: '#789' },
  })
    .jpeg()
    .toBuffer()
  jpeg = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
})

// At the beginning of every test the student has no photo, and there is no messaging app.
beforeEach(async () => {
  prepared.next = { type: 'ready', image: { blob: jpeg, width: 300, height: 400 } }
  prepared.seen.length = 0
  vi.stubGlobal('wx', undefined)
  const { db } = campus.backend()
  const { code } = await db
    .selectFrom('student')
    .select('code')
    .where('exam_number', '=', '990001')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('image').where('student_code', '=', code).execute()
  await db
    .insertInto('consent')
    .values({ student_code: code, purpose: 'photo', agreed_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

test('the photo page asks for consent first, and withdrawing consent deletes the photo', async () => {
  const { db } = campus.backend()
  await db.deleteFrom('consent').execute()
  const app = await openApp('/uploadPic', { as: '990001' })
  await screen.findByText(/只用来制作校园卡/)
  expect(screen.queryByRole('button', { name: '确认上传' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: '同意并继续' }))
  await choose()
  await confirmTwice(app)
  const takeBack = await screen.findByRole('button', { name: '撤回同意并删除照片' })
  const photos = () => db.selectFrom('image').select('id').where('purpose', '=', 'photo').execute()
  const before = (await photos()).length
  await app.user.click(takeBack)
  await app.user.click(await screen.findByRole('button', { name: '撤回并删除' }))
  await screen.findByText('已撤回同意，照片已删除')
  await screen.findByRole('button', { name: '同意并继续' })
  expect((await photos()).length).toBe(before - 1)
})

test('a photo that is refused because consent was withdrawn elsewhere leads back to the consent', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  await campus.backend().db.deleteFrom('consent').execute()
  await confirmTwice(app)
  await screen.findByRole('button', { name: '同意并继续' })
  expect(screen.queryByRole('button', { name: '确认上传' })).toBeNull()
})

const input = () => screen.findByLabelText<HTMLInputElement>('照片')
async function choose() {
  fireEvent.change(await input(), {
    target: { files: [new File([jpeg], 'a.jpg', { type: 'image/jpeg' })] },
  })
  await screen.findByText(/^将上传 300 × 400 像素/)
}
const confirm = async (app: RenderedApp) =>
  app.user.click(await screen.findByRole('button', { name: '确认上传' }))
async function confirmTwice(app: RenderedApp) {
  await confirm(app)
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '确认上传' }),
  )
}

test('the photo page shows nine values of the student’s record and three requirements [PHO-01 PHO-02 PHO-05]', async () => {
  await openApp('/uploadPic', { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '照片采集' })).toBeTruthy()
  await screen.findByText('陈晓雨')
  const main = screen.getByRole('main').textContent ?? ''
  for (const label of [
    '姓名',
    '考生号',
    '性别',
    '身份证号',
    '联系电话',
    '入学年份',
    '院系',
    '专业',
    '班级',
  ])
    expect(main).toContain(label)
  expect(screen.getByText('990001')).toBeTruthy()
  expect(screen.getByText('110******0015')).toBeTruthy()
  expect(screen.getByText('女')).toBeTruthy()
  const tips = within(await screen.findByRole('list', { name: '拍照要求' })).getAllByRole(
    'listitem',
  )
  expect(tips.map((tip) => tip.textContent)).toEqual([
    '请上传露出额头的肩部以上照片',
    '请勿上传美颜照或证件照',
    '选择照片后请点击确认上传',
  ])
})

test('the photo page accepts one image and previews the photo that will be sent [PHO-03 PHO-04]', async () => {
  await openApp('/uploadPic', { as: '990001' })
  const picker = await input()
  expect([picker.type, picker.accept, picker.multiple]).toEqual(['file', 'image/*', false])
  await choose()
  expect(screen.getByRole('img', { name: '将要上传的照片' }).getAttribute('src')).toMatch(/^blob:/)
  expect(screen.getByText(`将上传 300 × 400 像素，${Math.ceil(jpeg.size / 1000)} KB`)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新选择' })).toBeTruthy()
})

test('confirming without a chosen photo shows an error and sends nothing [PHO-09]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await confirm(app)
  expect((await screen.findByRole('alert')).textContent).toBe('请选择修改照片！')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择照片' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(uploads()).toHaveLength(0)
})

test('uploading a photo asks for confirmation, and cancelling sends nothing [PHO-07]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  await confirm(app)
  const dialog = await screen.findByRole('dialog', { name: '温馨提示：' })
  expect(dialog.textContent).toContain(
    '照片上传后不能更换。您可以随时撤回同意，撤回后照片会被删除。确定上传吗？',
  )
  expect(uploads()).toHaveLength(0)
  await app.user.click(within(dialog).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(uploads()).toHaveLength(0)
})

test('after the upload of a photo the page says so, loads the record again, and has no upload button [PHO-06 PHO-08 PHO-12]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  const before = asked().length
  await confirmTwice(app)
  expect(await screen.findByText('照片上传成功！')).toBeTruthy()
  await waitFor(() => expect(asked().length).toBeGreaterThan(before))
  expect(uploads()).toHaveLength(1)
  expect(uploads()[0]?.headers.get('authorization')).toBeTruthy()
  expect(uploads()[0]?.body['base64Photo']).toMatch(/^\/9j\//)
  expect(screen.queryByRole('button', { name: '确认上传' })).toBeNull()
  expect(screen.getByText('照片已上传')).toBeTruthy()

  await app.restart()
  expect(await screen.findByText('照片已上传')).toBeTruthy()
  await waitFor(() =>
    expect(campus.calls.some(({ path }) => path === '/api/greenchannel/imgLook')).toBe(true),
  )
  const looked = campus.calls.find(({ path }) => path === '/api/greenchannel/imgLook')
  expect(looked?.headers.get('authorization')).toBeTruthy()
  const stored = await screen.findByRole('img', { name: '已上传的照片' })
  expect(stored.getAttribute('src')).toMatch(/^blob:/)
  expect(screen.queryByRole('button', { name: /选择/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '确认上传' })).toBeNull()
})

test('a refused photo shows the university’s message, and the chosen photo stays [PHO-13]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  campus.addFault(
    http.post('*/stuphoto/verifyStuPhoto', () =>
      HttpResponse.json({ code: '-1', results: '照片过暗' }),
    ),
  )
  await confirmTwice(app)
  expect((await screen.findByRole('alert')).textContent).toBe('照片过暗')
  expect(screen.getByRole('img', { name: '将要上传的照片' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: '确认上传' })).toBeTruthy()
})

test('a photo whose upload was received but got no response is shown as uploaded [PHO-12]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  campus.addFault(
    http.post('*/stuphoto/verifyStuPhoto', async ({ request }) => {
      const headers = [...request.headers]
      await campus
        .backend()
        .fetch(request.url, { method: 'POST', headers, body: await request.text() })
      return HttpResponse.error()
    }),
  )
  await confirmTwice(app)
  expect(await screen.findByText('照片已上传')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('uploading a photo offline shows an error, sends nothing, and keeps the chosen photo [OFF-25]', async () => {
  const app = await openApp('/uploadPic', { as: '990001' })
  await choose()
  goOffline(campus)
  await confirm(app)
  expect((await screen.findByRole('alert')).textContent).toBe('当前网络不可用，请联网后再操作')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('img', { name: '将要上传的照片' })).toBeTruthy()
  expect(uploads()).toHaveLength(0)
})

test('a photo that is unreadable, incomplete or too small is refused with a message', async () => {
  await openApp('/uploadPic', { as: '990001' })
  prepared.next = { type: 'broken' }
  fireEvent.change(await input(), {
    target: { files: [new File(['?'], 'a.heic', { type: 'image/heic' })] },
  })
  expect((await screen.findByRole('alert')).textContent).toBe('照片无法读取，请重新选择')
  prepared.next = { type: 'heic' }
  fireEvent.change(await input(), {
    target: { files: [new File(['?'], 'a.heic', { type: 'image/heic' })] },
  })
  expect(
    await screen.findByText('这里打不开HEIC格式的照片，请存成JPEG后再选择，或选择它的截图'),
  ).toBeTruthy()
  prepared.next = { type: 'cut' }
  fireEvent.change(await input(), {
    target: { files: [new File(['?'], 'a.jpg', { type: 'image/jpeg' })] },
  })
  expect(await screen.findByText('照片不完整，可能没有下载完，请重新选择')).toBeTruthy()
  prepared.next = { type: 'too-small' }
  fireEvent.change(await input(), {
    target: { files: [new File([jpeg], 'a.jpg', { type: 'image/jpeg' })] },
  })
  expect(await screen.findByText('照片太小，宽和高至少200像素')).toBeTruthy()
  expect(screen.queryByRole('img', { name: '将要上传的照片' })).toBeNull()
})

const bridge = (over: MessagingBridge) => vi.stubGlobal('wx', over)
const pick = async (app: RenderedApp) =>
  app.user.click(await screen.findByRole('button', { name: '选择照片' }))

test('when the messaging app cannot choose pictures, the photo page says so [PHO-10]', async () => {
  bridge({})
  const app = await openApp('/uploadPic', { as: '990001' })
  await pick(app)
  const box = await screen.findByRole('dialog', { name: '温馨提示：' })
  expect(box.textContent).toContain('当前客户端版本不支持选择本地图片')
  await app.user.click(within(box).getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('when the messaging app fails to choose a picture, the photo page says so [PHO-11]', async () => {
  bridge({ chooseImage: ({ fail }) => fail() })
  const app = await openApp('/uploadPic', { as: '990001' })
  await pick(app)
  expect((await screen.findByRole('dialog')).textContent).toContain(
    '当前客户端版本过低，请升级后重试',
  )
})

test('for the photo, the messaging app picks one compressed picture from the album [PHO-04 D-81]', async () => {
  const requests: object[] = []
  bridge({
    chooseImage: ({ count, sizeType, sourceType, success }) => {
      requests.push({ count, sizeType, sourceType })
      success({ localIds: ['local-1'] })
    },
    getLocalImgData: ({ localId, success }) =>
      success({ localData: `data:image/jgp;base64,${btoa(localId)}` }),
  })
  const app = await openApp('/uploadPic', { as: '990001' })
  await pick(app)
  expect(await screen.findByText(/^将上传 300 × 400 像素/)).toBeTruthy()
  expect(requests).toEqual([{ count: 1, sizeType: ['compressed'], sourceType: ['album'] }])
  expect(await prepared.seen[0]?.text()).toBe('local-1')
})

test('cancelling the messaging app’s choice of a photo shows no message', async () => {
  bridge({ chooseImage: ({ cancel }) => cancel() })
  const app = await openApp('/uploadPic', { as: '990001' })
  await pick(app)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the photo page sends an unbound visitor to the sign-in, and staff home [D-113]', async () => {
  const nobody = await openApp('/uploadPic')
  expect(nobody.address()).toBe('/login?next=%2FuploadPic')
  const staff = await openApp('/uploadPic', { as: 'T1001' })
  expect(staff.address()).toBe('/')
})
