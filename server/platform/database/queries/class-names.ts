import { sql } from 'kysely'
import type { Db } from '../db.ts'

const DIVIDER = '/'

/** The name of a college's class, for classes of one name in several colleges: `信息学院/1班`. */
export const nameCollegeClass = (department: string, className: string): string =>
  `${department}${DIVIDER}${className}`

/**
 * Whether a student, with the alias `student`, is in one of these classes. A class is named as
 * students have it, which is the class of this name in every college, or with its college.
 */
export const isInClasses = (classes: readonly string[]) =>
  // The first condition is implied by the second, and uses the index of classes.
  sql<boolean>`(student.class_name = any(${[...new Set(classes.flatMap(listClassNames))]}::text[])
    and (student.class_name = any(${classes}::text[])
      or student.department || ${DIVIDER} || student.class_name = any(${classes}::text[])))`

/** The class names that a text can mean: itself, and what follows a college. */
export function listClassNames(text: string): string[] {
  const at = text.indexOf(DIVIDER)
  return at < 0 ? [text] : [text, ...listClassNames(text.slice(at + 1))]
}

/**
 * Finds which of these classes exist, as a class of the list or of students; `divided` are those that
 * are named without a college and have students of several, as `college/class`.
 */
export async function findNamedClasses(
  db: Db,
  classes: readonly string[],
): Promise<{ readonly known: ReadonlySet<string>; readonly divided: readonly string[] }> {
  const { rows } = await sql<{ department: string; name: string; studying: boolean }>`
    select coalesce(department.name, '') as department, school_class.name, false as studying from school_class
      left join major on major.code = major_code left join department on department.id = department_id
      where school_class.withdrawn_at is null
        and school_class.name = any(${classes.flatMap(listClassNames)}::text[])
    union select department, class_name, true from student where student.withdrawn_at is null
      and ${isInClasses(classes)} order by department, name`.execute(db)
  const named = new Set(classes)
  const known = rows.flatMap(({ department, name }) => [name, nameCollegeClass(department, name)])
  const studying = rows.filter((row) => row.studying && named.has(row.name))
  return {
    known: new Set(known),
    divided: studying
      .filter(({ name, department }) =>
        studying.some((one) => one.name === name && one.department !== department),
      )
      .map(({ department, name }) => nameCollegeClass(department, name)),
  }
}
