import pg from 'pg'
import { demoPeople } from '#server/demo/demo-people'
import { encodeCursor } from '#server/features/green-channel-review/routes'
import { toChinaYear } from '#server/platform/clock'
import { startBenchCampus, type BenchServer } from './bench-campus.ts'
import { type Measurement, median } from './measurements.ts'

// The smallest size comes first, as the floor. BENCH_AUDIT_ROWS=1000,100000 leaves out the million
// rows, which take about a minute to write.
const SIZES = (process.env['BENCH_AUDIT_ROWS'] ?? '1000,100000,1000000').split(',').map(Number)
const ASKED = 100
const YEAR = String(toChinaYear(new Date()))

/** The measured requests: how far down the list, and of all applications or of the pending ones. */
const KINDS = [
  { name: 'the first page', status: '', deep: 0 },
  { name: 'the first page of what is under review', status: '0', deep: 0 },
  { name: 'a page nine tenths down', status: '', deep: 0.9 },
] as const

/**
 * Measure the list of applications at several sizes, each in a backend and database of its own. The
 * sizes are measured alternately. A page must cost the same at every size.
 */
export async function measureAudit(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  try {
    const lists: List[] = []
    for (const [at, rows] of SIZES.entries())
      lists.push(
        await listOf(at === 0 ? campus : await campus.startAnother(`applications_${rows}`), rows),
      )
    const took = lists.map(() => KINDS.map((): number[] => []))
    for (let round = -1; round < rounds; round++)
      for (const [kind, { status, deep }] of KINDS.entries())
        for (const [at, list] of turned(lists, round)) {
          const ms = await pageMs(list, { status, after: deep === 0 ? undefined : list.cursor })
          // The first round is discarded, because it warms up the compiler.
          if (round >= 0) took[at]?.[kind]?.push(ms)
        }
    return lists.slice(1).flatMap(({ rows }, at) =>
      KINDS.map(({ name }, kind) => ({
        name: `audit: ${name}, ${rows.toLocaleString('en')} applications against ${lists[0]?.rows.toLocaleString('en')}`,
        unit: 'ms' as const,
        ours: took[at + 1]?.[kind] ?? [],
        floor: took[0]?.[kind] ?? [],
        limit: 1.5,
      })),
    )
  } finally {
    await campus.close()
  }
}

interface List {
  readonly address: string
  readonly token: string
  readonly rows: number
  readonly cursor: string
}

// Every second round measures the sizes in reverse order.
function turned<T>(items: readonly T[], round: number): [number, T][] {
  const all = [...items.entries()]
  return round % 2 === 0 ? all : all.reverse()
}

/**
 * Fill this year's loan applications up to `rows`, sign in a reviewer, and find the cursor nine
 * tenths down the list.
 */
async function listOf({ address, connectionString }: BenchServer, rows: number): Promise<List> {
  console.error(`  ${rows.toLocaleString('en')} applications`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(FILL_STUDENTS, [rows])
  await client.query(FILL_APPLICATIONS, [rows, YEAR])
  await client.query('vacuum analyze')
  const { rows: found } = await client.query<{ applied_at: Date; id: string }>(
    `select applied_at, id from green_application where type = '1' and year = $1
     order by applied_at desc, id desc offset $2 limit 1`,
    [YEAR, Math.floor(rows * 0.9)],
  )
  await client.end()
  const [{ applied_at: appliedAt, id } = { applied_at: new Date(0), id: '' }] = found
  const reviewer = demoPeople.find(({ number }) => number === 'T3001')
  const said = await post(`${address}/api/sys/login`, {
    userCode: 'T3001',
    openId: '',
    password: reviewer?.secret,
  })
  return { address, token: String(said.token), rows, cursor: encodeCursor({ appliedAt, id }) }
}

const FILL_STUDENTS = `
  insert into student
    (code, number, exam_number, id_card, name, gender, phone, major, major_code, department, class_name, entry_year, grade,
     enrolment, type, status)
  select 'B' || n, null, 'B' || n, lpad(n::text, 18, '1'), '测试生', '1', '13800000000', '软件工程', '080902', '信息学院',
    '软件工程26-1班', '2026', '2026', '2', '1', '在籍'
  from generate_series(1, $1::int) n`

const FILL_APPLICATIONS = `
  insert into green_application
    (id, review_id, student_code, type, year, amount_fen, status, contract_number, receipt_code, applied_at)
  select md5(n::text) || left(md5('i' || n), 11), md5('r' || n) || left(md5('v' || n), 11), 'B' || n, '1', $2::int, 800000,
    (n % 3)::text, '44012026' || n, 'AB12', date_trunc('milliseconds', now()) - ($1::int - n) * interval '7 seconds'
  from generate_series(1, $1::int) n`

async function pageMs(
  { address, token }: List,
  { status, after }: { status: string; after: string | undefined },
) {
  const all: number[] = []
  for (let n = 0; n < ASKED; n++) {
    const begin = performance.now()
    const { results } = await post(
      `${address}/api/greenChannelAudit/findStuLoanAudit`,
      { pageNum: 1, pageSize: 10, status, year: YEAR, ...(after !== undefined && { after }) },
      { Authorization: token },
    )
    all.push(performance.now() - begin)
    if (results?.records?.length !== 10) throw new Error('the page is not whole')
  }
  return median(all)
}

interface Said {
  readonly token?: string
  readonly results?: { readonly records?: readonly unknown[] }
}

async function post(
  address: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Said> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const said: Said = await response.json()
  return said
}
