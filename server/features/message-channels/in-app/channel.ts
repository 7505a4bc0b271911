import { type MessageChannel, toRecipients } from '../channel.ts'

/** The notice in the app: it is stored with the message, so nothing is left to do. */
export const inAppChannel: MessageChannel = {
  name: 'in-app',
  dropsRepetitions: true,
  findRecipients: async (_db, students) =>
    toRecipients(
      students.map((student) => ({ student, address: student })),
      async () => ({ type: 'sent' }),
    ),
}
