import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderRequirementsPage, withGroupIndex } from '../support/codebase/requirements-page.ts'
import {
  createCitationFinder,
  isRowGroup,
  REQUIREMENTS_PAGE,
  readGroups,
  readCitingTests,
  REQUIREMENTS_DIR,
} from '../support/codebase/requirements.ts'

// `npm run rows`: how many rows of docs/requirements have a test that names them. `-- --missing
// FEE` names those without one, `-- --write` writes the page of rows and their tests and the index
// of the groups.
const groups = await readGroups()
const tests = await readCitingTests(createCitationFinder(groups))
const named = new Set(tests.flatMap(({ ids }) => ids))
const [option, wanted] = process.argv.slice(2)

if (option === '--write') {
  const readme = join(REQUIREMENTS_DIR, 'README.md')
  await writeFile(join(REQUIREMENTS_DIR, REQUIREMENTS_PAGE), renderRequirementsPage(groups, tests))
  await writeFile(readme, withGroupIndex(await readFile(readme, 'utf8'), groups))
} else if (option === '--missing') {
  for (const { prefix, ids } of groups)
    if (wanted === undefined || wanted === prefix)
      for (const id of ids) if (!named.has(id)) console.log(id)
} else {
  for (const { prefix, ids } of groups) count(prefix, ids)
  count(
    'rows',
    groups.filter(isRowGroup).flatMap(({ ids }) => ids),
  )
}

function count(name: string, ids: readonly string[]): void {
  const have = ids.filter((id) => named.has(id)).length
  console.log(`${name.padEnd(8)} ${String(have).padStart(3)} of ${String(ids.length).padStart(3)}`)
}
