import type { Command } from 'commander'
import { addAdministratorCommand } from './administrator.ts'
import { addBackupCommand } from './backup.ts'
import { addExportCommand } from './export.ts'
import { addImportCommand } from './import.ts'
import { addImportsCommand } from './imports.ts'
import { addPassKeyCommand } from './pass-key.ts'
import { addRestoreCommand } from './restore.ts'
import { addRetentionCommand } from './retention.ts'
import { addTakeBackCommand } from './take-back.ts'
import { addTemplateCommand } from './template.ts'

/** All commands, each in its own file. */
export const campusCommands: readonly ((program: Command) => void)[] = [
  addAdministratorCommand,
  addTemplateCommand,
  addExportCommand,
  addImportCommand,
  addImportsCommand,
  addTakeBackCommand,
  addRetentionCommand,
  addBackupCommand,
  addRestoreCommand,
  addPassKeyCommand,
]
