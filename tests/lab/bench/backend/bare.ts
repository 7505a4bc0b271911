import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { REQUEST_PATHS } from './requests.ts'

// The floor of the backend benchmark: the statements that the backend sends for these two calls, in
// the same transactions, sent by plain `pg` without prepared statements and without any other work.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const DISUSE_MS = 30 * 24 * 3600 * 1000

interface Asked {
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, string>>
}

const answers: Readonly<Record<string, (asked: Asked) => Promise<object>>> = {
  [REQUEST_PATHS.read]: async ({ headers }) => {
    const student = await studentOf(headers)
    const { rows } = await pool.query(
      `select flow_step.id, title, page, skippable, done_at, lost.held_until as lost
       from flow_step
       left join step_done on step_done.step_id = flow_step.id and step_done.student_code = $1
       left join dorm_choice as lost on needs_dorm and lost.student_code = $1 and lost.held_until <= $2
       where $3 or not needs_dorm
       order by flow_step.id`,
      [student, new Date(), true],
    )
    return { results: rows }
  },

  [REQUEST_PATHS.write]: async ({ headers, body }) => {
    const student = await studentOf(headers)
    const key = String(headers['idempotency-key'])
    const now = new Date()
    const subject = `student:${student}`
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine', [
        JSON.stringify([subject, 'travel', key]),
      ])
      await client.query(
        'select body_hash, body, etag, receipt from idempotency where subject = $1 and form = $2 and key = $3',
        [subject, 'travel', key],
      )
      await client.query('select code from student where code = $1 for no key update', [student])
      await client.query('select "version" from "travel" where "student_code" = $1 for update', [
        student,
      ])
      const {
        processId,
        startCity,
        startDate,
        arriveDate,
        schoolbusSite,
        tripMode,
        heelNum,
        remark,
      } = body
      const { rows } = await client.query(
        `insert into "travel" ("step", "start_city", "start_date", "arrival_date", "arrival_time", "mode", "companions", "remark", "open", "updated_at", "student_code", "version")
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1) on conflict ("student_code") do update
         set "step" = $1, "start_city" = $2, "start_date" = $3, "arrival_date" = $4, "arrival_time" = $5, "mode" = $6, "companions" = $7,
         "remark" = $8, "open" = $9, "updated_at" = $10, "version" = travel.version + 1 where 1 = 1 returning "version"`,
        [
          processId,
          startCity,
          startDate,
          arriveDate,
          schoolbusSite,
          tripMode,
          heelNum,
          remark,
          true,
          now,
          student,
        ],
      )
      const step = await client.query('select "id" from "flow_step" where "page" = $1', [
        'schoolInformation',
      ])
      if (String(step.rows[0]?.id) === processId)
        await client.query(
          'insert into "step_done" ("student_code", "step_id", "done_at") values ($1, $2, $3) on conflict do nothing',
          [student, step.rows[0]?.id, now],
        )
      const hash = createHash('sha256').update(JSON.stringify(body)).digest()
      await client.query(
        `insert into "idempotency" ("subject", "form", "key", "body_hash", "status", "body", "etag", "created_at", "receipt")
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict ("receipt") do nothing`,
        [
          subject,
          'travel',
          key,
          hash,
          200,
          '{"results":true}',
          `"travel-${rows[0]?.version}"`,
          now,
          randomBytes(5).toString('hex'),
        ],
      )
      await client.query('commit')
    } finally {
      client.release()
    }
    return { results: true }
  },
}

async function studentOf(headers: IncomingMessage['headers']): Promise<string> {
  const hash = createHash('sha256').update(String(headers.authorization)).digest()
  const { rows } = await pool.query(
    `select session.token_hash as hash, session.role, session.code, session.open_id, session.created_at, session.used_at,
       case role when 'student' then (select row_to_json(student) from student where code = session.code) end as student,
       case role when 'staff' then (select row_to_json(staff) from staff where code = session.code) end as staff
     from session
     where session.token_hash = $1 and session.ended_at is null and session.used_at > $2`,
    [hash, new Date(Date.now() - DISUSE_MS)],
  )
  return String(rows[0]?.student?.code)
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: Asked['body'] = JSON.parse(Buffer.concat(chunks).toString())
    const answer = answers[request.url ?? '']
    if (answer === undefined) return void response.writeHead(404).end()
    answer({ headers: request.headers, body }).then(
      (said) => {
        const text = JSON.stringify(said)
        response
          .writeHead(200, {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          })
          .end(text)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
