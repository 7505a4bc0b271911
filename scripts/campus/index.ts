import type { Command } from 'commander'
import { addAdministrator } from './administrator.ts'
import { addBackup } from './backup.ts'
import { addImport } from './import.ts'
import { addImports } from './imports.ts'
import { addPassKey } from './pass-key.ts'
import { addRestore } from './restore.ts'
import { addRetention } from './retention.ts'
import { addTakeBack } from './take-back.ts'
import { addTemplate } from './template.ts'

/** Every command, each in a file of its own. A new one adds a line. */
export const commands: readonly ((program: Command) => void)[] = [
  addAdministrator,
  addTemplate,
  addImport,
  addImports,
  addTakeBack,
  addRetention,
  addBackup,
  addRestore,
  addPassKey,
]
