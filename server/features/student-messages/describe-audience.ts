import type { Audience } from '#contract/audiences'
import { stationServerTexts } from '#i18n/stations-server'
import { studentMessageTexts as texts } from '#i18n/student-messages'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { findCurrentSteps } from '../onboarding-progress/public.ts'
import { DORMITORY, listStations } from '../stations/public.ts'
import { findLevels } from './store.ts'
import { findListNames } from './student-lists.ts'

const LISTS = ['colleges', 'majors', 'classes', 'buildings'] as const

interface AudienceNames {
  readonly levels: ReadonlyMap<string, string>
  readonly stations: ReadonlyMap<string, string>
  readonly steps: ReadonlyMap<string, string>
  readonly lists: ReadonlyMap<string, string>
}

/** Finds the names of what an audience refers to by codes. */
export async function findAudienceNames(db: Db, language: Language): Promise<AudienceNames> {
  const [levels, stations, steps, lists] = [
    await findLevels(db),
    await listStations(db),
    await findCurrentSteps(db),
    await findListNames(db),
  ]
  return {
    levels: new Map(levels.map(({ code, name }) => [code, name])),
    stations: new Map([
      ...stations.map(({ id, name }) => [id, name] as const),
      [DORMITORY, stationServerTexts.dormitory[language]],
    ]),
    steps: new Map(steps.map(({ id, title }) => [String(id), title])),
    lists: new Map(lists.map(({ id, name }) => [id, name])),
  }
}

/** The conditions of an audience in words, for the list of messages and the audit log. */
export function describeAudience(
  audience: Audience,
  { names, language }: { names: AudienceNames; language: Language },
): string {
  const { cohort, levels, station, step, list, stationState, stepState } = audience
  const condition = (title: string, values: readonly string[]) =>
    values.length === 0
      ? []
      : [language === 'zh' ? `${title}：${values.join('、')}` : `${title}: ${values.join(', ')}`]
  const nameIn = (known: ReadonlyMap<string, string>) => (code: string) => known.get(code) ?? code
  return [
    texts.cohorts[language][cohort],
    ...condition(texts.levels[language], levels.map(nameIn(names.levels))),
    ...LISTS.flatMap((name) => condition(texts[name][language], audience[name])),
    ...(station === ''
      ? []
      : condition(nameIn(names.stations)(station), [texts.stationStates[language][stationState]])),
    ...(step === ''
      ? []
      : condition(nameIn(names.steps)(step), [texts.stepStates[language][stepState]])),
    // The name of a list is deleted with the list.
    ...(list === ''
      ? []
      : names.lists.has(list)
        ? condition(texts.list[language], [nameIn(names.lists)(list)])
        : [texts.list[language]]),
  ].join(language === 'zh' ? '；' : '; ')
}
