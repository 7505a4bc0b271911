import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { readPackageManifest } from './runtime-packages.ts'

const Sbom = v.looseObject({
  metadata: v.looseObject({ component: v.looseObject({ 'bom-ref': v.string() }) }),
  components: v.array(
    v.looseObject({ 'bom-ref': v.string(), name: v.string(), version: v.string() }),
  ),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
})

/**
 * The software bill of materials (CycloneDX) of these packages, as JSON. npm writes it for all that
 * is installed; only what the package contains stays. It has this time and no serial number, which
 * would differ at each call.
 */
export function createSbom(name: string, folders: readonly string[], time: Date): string {
  const { serialNumber: _, ...sbom } = v.parse(
    Sbom,
    JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    ),
  )
  const root = sbom.metadata.component['bom-ref']
  const wanted = new Set(
    folders.map((folder) => {
      const manifest = readPackageManifest(folder)
      return `${manifest.name}@${manifest.version}`
    }),
  )
  const components = sbom.components.filter((one) => wanted.has(`${one.name}@${one.version}`))
  if (components.length !== wanted.size)
    throw new Error(`npm's SBOM has ${components.length} of the package's ${wanted.size} packages`)
  const refs = new Set([root, ...components.map((one) => one['bom-ref'])])
  return JSON.stringify(
    {
      ...sbom,
      metadata: {
        ...sbom.metadata,
        timestamp: time.toISOString(),
        // npm takes the name from the folder.
        component: { ...sbom.metadata.component, name },
      },
      components,
      dependencies: sbom.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) })),
    },
    undefined,
    2,
  )
}
