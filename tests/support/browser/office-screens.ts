import assert from 'node:assert'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { type ServerProcess, startServer, stopServer } from '../backend/server-process.ts'
import { createFreshDatabase } from '../database/test-postgres.ts'
import { waitUntil } from '../setup/wait-until.ts'
import { signInWithCredentials } from './browser-campus.ts'

const PASSWORD = 'our-Own-Word-8'

/** What tests do on the screens of the console of an empty university. */
type OfficeScreens = ReturnType<typeof createOfficeScreens>

/** The console of a server that was started with these settings. */
function createOfficeScreens(
  server: ServerProcess & { readonly url: string },
  settings: Readonly<Record<string, string>>,
) {
  const open = async (page: Page, path: string) => {
    // The history entry of a closed dialog is left a moment later, which cancels a navigation.
    await page.waitForFunction(() => !Object.hasOwn(Object(history.state), 'sheet'))
    await page.goto(`${server.url}/manage/${path}`)
  }

  /** Change an account, with a reason. */
  async function act(page: Page, number: string, name: string, fill = async () => {}) {
    await open(page, `staff/${number}`)
    await page.getByRole('button', { name }).click()
    await fill()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByLabel('原因').fill('开学准备')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  return {
    /** Open a page of the console by its path below /manage/. */
    open,

    /** Run the command that the starting server has printed, and return the first password. */
    createFirstAdministrator: async (): Promise<string> => {
      // The command is printed a moment after the server answers.
      const command = await waitUntil(() => {
        const [, said] =
          /Make the first administrator: (npm run campus.*)/.exec(server.output()) ?? []
        assert(said !== undefined)
        return said
      })
      const [program = '', ...given] = command.split(' ')
      const { PATH = '' } = process.env
      const { stdout } = await promisify(execFile)(program, given, { env: { PATH, ...settings } })
      return /First password, shown this once: (\S+)/.exec(stdout)?.[1] ?? ''
    },

    /** Sign in with a first password, and change the password as the console then demands. */
    signInFirst: (page: Page, number: string, secret: string): Promise<void> =>
      signInWithCredentials(page, server.url, { how: 'staff', number, secret }, async () => {
        await page.getByLabel('原密码').fill(secret)
        await page.getByLabel('新密码').fill(PASSWORD)
        await page.getByLabel('确认密码').fill(PASSWORD)
        await page.getByRole('button', { name: '完成' }).click()
        await page.getByText('密码已修改').waitFor()
      }),

    /** Set up the second factor of the person who is signed in. */
    setUpFactor: async (page: Page): Promise<void> => {
      await open(page, 'factor')
      await page.getByRole('button', { name: '启用动态口令' }).click()
      const secret = await page.getByRole('main').locator('code').innerText()
      await page.getByLabel('动态口令或恢复码').fill(new TOTP({ secret }).generate())
      await page.getByRole('button', { name: '验证口令' }).click()
      const kept = page.getByRole('button', { name: '已保存恢复码' })
      await kept.click()
      await kept.waitFor({ state: 'hidden' })
    },

    giveRole: (page: Page, number: string, role: string): Promise<void> =>
      act(page, number, '调整角色', () => page.getByRole('checkbox', { name: role }).check()),

    resetPassword: async (page: Page, number: string): Promise<string> => {
      await act(page, number, '重置密码')
      const shown = page.getByRole('dialog', { name: /的初始密码/ })
      const password = await shown.getByRole('paragraph').first().innerText()
      await shown.getByRole('button', { name: '已记下' }).click()
      return password
    },

    /**
     * Import a file. Without a callback all of its rows are written; a callback may inspect the dry
     * run and decide otherwise.
     */
    importFile: async (
      page: Page,
      kind: string,
      bytes: Uint8Array,
      decide = () => page.getByRole('button', { name: '全部写入' }).click(),
    ): Promise<void> => {
      await open(page, 'imports')
      await page.getByRole('button', { name: '导入内容' }).click()
      await page.getByRole('radio', { name: kind, exact: true }).click()
      await page
        .getByLabel('选择文件')
        .setInputFiles({ name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
      await page.getByText('已检查，尚未写入').waitFor()
      await decide()
      await page.getByText('已写入', { exact: true }).waitFor()
    },
  }
}

/** An empty university: a built server, its database, and the screens of its console. */
export interface EmptyUniversity {
  readonly server: ServerProcess & { readonly url: string }
  readonly connectionString: string
  readonly settings: Readonly<Record<string, string>>
  readonly screens: OfficeScreens
  readonly close: () => Promise<void>
}

/** Start the built server on an empty database. */
export async function startEmptyUniversity(): Promise<EmptyUniversity> {
  const { connectionString, drop } = await createFreshDatabase({ empty: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'baodao-office-'))
  const settings = {
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    HOST_PROVIDER: 'none',
    PAYMENT_PROVIDER: 'none',
    SMS_PROVIDER: 'none',
  }
  const server = await startServer(settings, true)
  return {
    server,
    connectionString,
    settings,
    screens: createOfficeScreens(server, settings),
    close: async () => {
      await stopServer(server)
      await drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** The text of the file that a button downloads. */
export async function readDownload(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFile(await (await download).path(), 'utf8')
}
