import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../../support/backend/free-port.ts'
import { openDriverSession } from './driver.ts'
import type { EnginePhone } from './engine-phone.ts'
import { writeLauncher } from './launcher.ts'
import { createWebDriverScreen } from './webdriver-screen.ts'

// A message of `console.error` begins with `CONSOLE ERROR`. Other messages begin with their
// position: `http://…:8:19: CONSOLE JS ERROR`.
const COMPLAINT = /(?:^|: )CONSOLE (?:[A-Z]+ )*?(?:ERROR|WARN) /

/**
 * Open a phone whose browser is WebKitGTK, the browser closest to an iPhone's that runs on a
 * server. It has its own virtual display, Debian's driver, and a window without toolbars whose
 * profile is in the folder `memory`.
 */
export async function openWebkit(memory: string): Promise<EnginePhone> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-webkit-'))
  const binary = await writeLauncher(folder, [
    'gjs',
    '-m',
    join(import.meta.dirname, 'webkit-phone.js'),
  ])
  const { display, screen } = await openDisplay()
  const port = await findFreePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: display,
      PHONE_MEMORY: memory,
      TZ: 'Asia/Shanghai',
      LANG: 'C.UTF-8',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  const complaints: string[] = []
  for (const input of [driver.stdout, driver.stderr])
    createInterface({ input }).on('line', (line) => {
      if (COMPLAINT.test(line)) complaints.push(line)
    })
  const session = await openDriverSession(`http://127.0.0.1:${port}`, {
    'webkitgtk:browserOptions': { binary, args: [] },
  })
  return {
    page: createWebDriverScreen(session),
    complaints,
    close: async () => {
      await session.end()
      await Promise.all([stop(driver), stop(screen)])
      await rm(folder, { recursive: true })
    },
  }
}

/** Start a virtual display on a free number, which Xvfb prints. */
async function openDisplay() {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [number] = await once(createInterface({ input: screen.stdout }), 'line')
  return { display: `:${number}`, screen }
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill()
  await ended
}
