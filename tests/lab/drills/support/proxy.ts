import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './programs.ts'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** The proxies for which the project has a sample configuration. */
export type ProxyKind = 'nginx' | 'caddy'

/** A proxy that runs with its sample from docs/operations/samples. */
export interface RunningProxy extends RunningProgram {
  /** The address with TLS and HTTP/2. Only this drill trusts its certificate. */
  readonly url: string
  /** An address of the same site without TLS, which no sample has. */
  readonly plainUrl: string
  /** The address without TLS that the sample redirects. */
  readonly redirectUrl: string
  /** The path of the certificate. */
  readonly certificate: string
  /** The proxy's log of requests and errors. */
  readonly logs: () => string
  /**
   * Make nginx send no more requests to this process, or use all processes again. Resolves when
   * nginx does so and the process has answered its current requests.
   */
  readonly drainProcess: (process?: string) => Promise<void>
  /** The errors of nginx, which the sample does not log. */
  readonly readErrors: () => string[]
}

interface World {
  readonly folder: string
  readonly filesDir: string
  /** The processes, by the names that nginx uses. */
  readonly processes: readonly string[]
  readonly ports: { readonly tls: number; readonly plain: number; readonly redirect: number }
}

const SAMPLES = join(process.cwd(), 'docs/operations/samples')
const UPSTREAMS = ['max_fails=1 fail_timeout=2s', 'max_fails=0 backup'].map((rule) => {
  const line = (host: string) => `  server ${host} ${rule};\n`
  return { line, said: line('unix:/run/baodao/8081.sock') + line('unix:/run/baodao/8082.sock') }
})

/**
 * Start a proxy in front of `processes`, each an address or `unix:` and a SOCKET. It uses the
 * sample that operators copy; only names, ports and folders are replaced. `filesDir` is the
 * FILES_DIR of the processes.
 */
export async function startProxy(
  place: Workspace,
  {
    kind,
    processes,
    filesDir,
  }: { kind: ProxyKind; processes: readonly string[]; filesDir: string },
): Promise<RunningProxy> {
  const ports = { tls: await place.port(), plain: await place.port(), redirect: await place.port() }
  const folder = join(place.folder, `${kind}-${ports.tls}`)
  mkdirSync(folder)
  certify(folder)
  const hosts = processes.map((one) => (one.startsWith('unix:') ? one : new URL(one).host))
  const start = kind === 'nginx' ? startNginx : startCaddy
  const running = start(place, { folder, filesDir, ports, processes: hosts })
  // If nginx is killed, its workers continue to run, so it is stopped with SIGTERM.
  place.onClose(() => running.stop('SIGTERM'))
  const plainUrl = `http://127.0.0.1:${ports.plain}`
  await waitForResult(`${kind} answers`, () => {
    if (!running.isAlive()) throw new Error(`${kind} ended: ${running.output()}`)
    return fetch(`${plainUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    ...running,
    url: `https://localhost:${ports.tls}`,
    plainUrl,
    redirectUrl: `http://localhost:${ports.redirect}`,
    certificate: join(folder, 'baodao.pem'),
    logs: () =>
      kind === 'nginx'
        ? ['baodao.log', 'baodao.error.log'].map((name) => read(join(folder, name))).join('')
        : running.output(),
    drainProcess: async (process) => {
      const site = join(folder, 'baodao.conf')
      const whole = read(site).replaceAll(' down;', ';')
      const host = process === undefined ? undefined : new URL(process).host
      writeFileSync(
        site,
        host === undefined
          ? whole
          : whole.replaceAll(new RegExp(`(server ${host} .*);`, 'g'), '$1 down;'),
      )
      const before = workersOf(running)
      running.child.kill('SIGHUP')
      // The previous workers end when they have answered their current requests.
      await waitForResult('nginx has other workers', () => {
        const now = workersOf(running)
        return now.length > 0 && !now.some((worker) => before.includes(worker))
      })
    },
    readErrors: () => read(join(folder, 'troubles.log')).split('\n'),
  }
}

function startNginx(
  place: Workspace,
  { folder, filesDir, processes, ports }: World,
): RunningProgram {
  const program = findProgram('nginx', 'nginx-light')
  const locations = join(folder, 'baodao-locations.conf')
  copySample('nginx-locations.conf', locations, {
    'baodao.error.log crit;': `baodao.error.log crit; error_log ${folder}/troubles.log;`,
    '/var/log/nginx/': `${folder}/`,
    'root /var/lib/baodao/files': `root ${filesDir}`,
  })
  copySample('nginx.conf', join(folder, 'baodao.conf'), {
    ...Object.fromEntries(UPSTREAMS.map(({ said, line }) => [said, processes.map(line).join('')])),
    'listen 80;\n  listen [::]:80;': `listen 127.0.0.1:${ports.redirect};`,
    'https://$host$request_uri': `https://$host:${ports.tls}$request_uri`,
    'listen 443 ssl http2;\n  listen [::]:443 ssl http2;': `listen 127.0.0.1:${ports.tls} ssl http2;`,
    'campus.example.edu;\n  ssl': 'localhost;\n  ssl',
    ' /etc/nginx/': ` ${folder}/`,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      ...(process.getuid?.() === 0 ? ['user nobody nogroup;'] : []),
      'worker_processes 1;',
      `pid ${folder}/nginx.pid;`,
      `include ${join(SAMPLES, 'nginx-main.conf')};`,
      'http {',
      ...temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`),
      `  include ${folder}/baodao.conf;`,
      `  server { listen 127.0.0.1:${ports.plain}; include ${locations}; }`,
      '}',
    ].join('\n'),
  )
  const options = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  return place.run(program, [...options, '-g', 'daemon off;'])
}

function startCaddy(
  place: Workspace,
  { folder, filesDir, processes, ports }: World,
): RunningProgram {
  const program = findProgram('caddy', 'caddy')
  const file = join(folder, 'Caddyfile')
  copySample('Caddyfile', file, {
    'unix//run/baodao/8081.sock unix//run/baodao/8082.sock': processes
      .map((one) => one.replace('unix:', 'unix/'))
      .join(' '),
    'root /var/lib/baodao/files': `root ${filesDir}`,
    'root * /var/lib/baodao/files': `root * ${filesDir}`,
    ' /etc/caddy/': ` ${folder}/`,
    'campus.example.edu {': `localhost:${ports.tls} {`,
    '\t\t\tbuffer_requests\n': `\t\t\t${bufferingOf(program)}\n`,
  })
  const world = [
    `{\n admin off\n http_port ${ports.redirect}\n https_port ${ports.tls}\n}`,
    read(file),
    `http://127.0.0.1:${ports.plain} {\n import baodao\n}\n`,
  ]
  writeFileSync(file, world.join('\n'))
  return place.run(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
  })
}

// As the sample says, the option has another name since Caddy 2.6.3.
function bufferingOf(caddy: string): string {
  const said = execFileSync(caddy, ['version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(said) ?? [])
    .slice(1)
    .map(Number)
  return major * 10_000 + minor * 100 + patch <= 20_602 ? 'buffer_requests' : 'request_buffers 34MB'
}

/**
 * Copy a sample, replacing each of these texts. Fails if the sample lacks one, because then the
 * sample has changed.
 */
function copySample(name: string, to: string, words: Readonly<Record<string, string>>): void {
  let text = read(join(SAMPLES, name))
  for (const [from, into] of Object.entries(words)) {
    if (!text.includes(from)) throw new Error(`${name} no longer says ${from}`)
    text = text.replaceAll(from, into)
  }
  writeFileSync(to, text)
}

const workersOf = ({ child: { pid } }: RunningProgram) =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)

function certify(folder: string): void {
  execFileSync(
    findProgram('openssl', 'openssl'),
    [
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ['-keyout', join(folder, 'baodao.key'), '-out', join(folder, 'baodao.pem')],
    ].flat(),
    { stdio: 'ignore' },
  )
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
