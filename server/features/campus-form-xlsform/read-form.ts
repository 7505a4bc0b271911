import * as v from 'valibot'
import { CampusFormDefinition, type Choice } from '#contract/campus-form-definition'
import { campusFormXlsformTexts, xlsformProblemTexts } from '#i18n/campus-form-xlsform'
import type { Language, LocalizedText } from '#i18n/translate'
import { UnreadableFileError } from '../imports/public.ts'
import { CAMPUS_COLUMN } from './campus-columns.ts'
import { planItems } from './plan-items.ts'
import { readChoices } from './read-choices.ts'
import { readItems, UNSUPPORTED_COLUMNS } from './read-items.ts'
import { readXlsformTables, type XlsformTables } from './read-tables.ts'
import { chooseLanguages, readWording } from './wordings.ts'
import { type XlsformFinding, XlsformReport } from './xlsform-report.ts'

/** A form that was read from an XLSForm, and what was not taken over as it stands. */
export interface ReadXlsform {
  readonly definition: CampusFormDefinition
  readonly findings: readonly XlsformFinding[]
}

/**
 * Reads a form from an XLSForm. What the forms of the campus do not have is
 * left out or replaced by what comes nearest, and reported. Throws `UnreadableFileError` for a file
 * that is no XLSForm. `fileName`: the title of a form that has none.
 */
export async function readXlsform(bytes: Uint8Array, fileName: string): Promise<ReadXlsform> {
  const report = new XlsformReport()
  const tables = await readXlsformTables(bytes, report)
  const languages = chooseLanguages(tables, report)
  const lists = readChoices(tables.choices, { languages, report })
  const { planned, names } = planItems(tables.survey, { lists, report })
  const used = new Map<string, readonly Choice[]>()
  const items = readItems(planned, { languages, report, names, lists, used })
  const [settings] = tables.settings.rows
  const title = settings && readWording(settings, 'title', { languages, report })
  const help = settings && readWording(settings, 'help', { languages, report })
  reportColumns(tables, report)
  const read = v.safeParse(CampusFormDefinition, {
    title: title ?? { zh: fileName.replace(/\.[^.]*$/, '').slice(0, 100) || 'XLSForm', en: '' },
    ...(help !== undefined && { help }),
    items,
    choices: Object.fromEntries(used),
  })
  if (!read.success || items.length === 0) throw new UnreadableFileError(explainNothing(report))
  return { definition: read.output, findings: report.list() }
}

// Why nothing could be read: the first findings.
function explainNothing(report: XlsformReport): LocalizedText {
  const found = report.list().slice(0, 3)
  const explain = (language: Language) =>
    [
      campusFormXlsformTexts.noQuestions[language],
      ...found.map(
        ({ sheet, line, problem, part }) =>
          `${sheet} ${line}: ${xlsformProblemTexts[problem][language](part)}`,
      ),
    ].join(' ')
  return { zh: explain('zh'), en: explain('en') }
}

const READ_COLUMNS = {
  survey: new Set([
    'type',
    'name',
    'label',
    'hint',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
    'calculation',
    'default',
    'read_only',
    'repeat_count',
    'disabled',
    CAMPUS_COLUMN,
    // Reported cell by cell.
    ...UNSUPPORTED_COLUMNS,
  ]),
  // The campus numbers its forms and versions itself.
  settings: new Set([
    'title',
    'help',
    'form_id',
    'id_string',
    'version',
    'default_language',
    'allow_choice_duplicates',
  ]),
}

function reportColumns(tables: XlsformTables, report: XlsformReport): void {
  for (const sheet of ['survey', 'settings'] as const) {
    const { line, columns, rows } = tables[sheet]
    for (const { name, heading } of columns)
      if (!READ_COLUMNS[sheet].has(name) && rows.some((row) => row.cells(name).length > 0))
        report.add({ sheet, line, column: heading, text: '' }, 'column')
  }
}
