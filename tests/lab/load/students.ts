import { toChinaYear } from '#server/platform/clock'
import type { TestCluster } from '../drills/support/test-cluster.ts'

/** A new student, and the data for signing in. */
export interface LoadTestStudent {
  readonly code: string
  readonly number: string
  readonly idCard: string
  /** The token of an existing session. */
  readonly token: string
}

/** The building in which all of them live. */
export const LOAD_TEST_BUILDING = '紫荆苑9号楼'

const code = (n: number) => `L${String(n).padStart(6, '0')}`

/** The first `count` students that `enrol` creates. */
export const listLoadTestStudents = (count: number): LoadTestStudent[] =>
  Array.from({ length: count }, (_, n) => ({
    code: code(n),
    number: String(60_000_000 + n),
    idCard: String(1_000_000 + n).padStart(18, '1'),
    token: `load-${code(n)}`,
  }))

/**
 * Enrol new undergraduates directly in the database, with charges, a bed, and the session of a
 * phone that was bound before. There are enough uniforms for all of them.
 */
export async function enrolLoadTestStudents(
  cluster: Pick<TestCluster, 'query'>,
  count: number,
): Promise<void> {
  const year = toChinaYear(new Date())
  const each = `from generate_series(0, ${count - 1}) as n, lpad(n::text, 6, '0') as d, concat('L', d) as code`
  const statements = [
    `insert into student (code, exam_number, id_card, name, gender, phone, major, major_code, department, class_name,
       entry_year, grade, enrolment, type, status)
     select code, (60000000 + n)::text, lpad((1000000 + n)::text, 18, '1'), '新生' || d, (1 + n % 2)::text, '13800000000',
       '软件工程', '080902', '信息学院', '软件' || n % 40 || '班', '${year}', '${year}', '2', '1', '在籍' ${each}`,
    `insert into charge (student_code, year, item, due_fen, paid_fen)
     select code, ${year}, item, fen, 0 ${each}, (values ('学费', 520000), ('住宿费', 120000), ('教材费', 60000)) as items (item, fen)`,
    `insert into dorm_place (student_code, type_name, building, room, bed)
     select code, '四人间', '${LOAD_TEST_BUILDING}', (n / 4)::text, (1 + n % 4)::text ${each}`,
    `insert into session (token_hash, role, code, created_at, used_at)
     select sha256(convert_to('load-' || code, 'UTF8')), 'student', code, now() - interval '1 day', now() ${each}`,
    'update uniform_size set stock = 1000000',
    // Analyze the tables of the forms while they are empty, as after a restore.
    'analyze',
  ]
  for (const statement of statements) await cluster.query(statement)
}
