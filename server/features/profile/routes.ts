import type { profile } from '#contract/profile'
import { familyTexts } from '#i18n/family'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { findPhotoKeyOfStudent } from '../photo/public.ts'
import { accountSecurityHandlers } from './account-security.ts'
import { avatarHandlers } from './avatar.ts'
import { SMS_CODE_LIFETIME_SECONDS, createSmsCode, findRestSeconds } from './sms-codes.ts'

/** The handlers of the caller's own record and account security (FAM-08, D-94 to D-96). */
export const profileHandlers: Handlers<typeof profile> = {
  own: studentHandler(async ({ student, db }) =>
    succeed({
      records: [
        {
          student: student.code,
          number: student.number ?? '',
          examNumber: student.exam_number ?? '',
          name: student.name,
          gender: student.gender,
          idCard: student.id_card,
          idType: student.id_type,
          phone: student.phone,
          entryYear: student.entry_year,
          grade: student.grade,
          department: student.department,
          major: student.major,
          className: student.class_name,
          photo: (await findPhotoKeyOfStudent(db, student.code)) ?? '',
        },
      ],
    }),
  ),

  sendCode: async (ask) => {
    const { input, caller, db, now, language, address, tools } = ask
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const rest = await findRestSeconds(db, {
      subject: caller.subject,
      pause: (await findCampusRules(ask)).countdowns.code,
      now,
    })
    if (rest > 0) return { type: 'too-many', seconds: rest }
    const { smsToPerson, smsToPhone, smsFromNetwork } = tools.limits
    // Codes are limited, because each SMS costs money and might reach an uninvolved person.
    const seconds =
      (await smsToPerson.consume(caller.subject)) ??
      (await smsToPhone.consume(input.phone)) ??
      (await smsFromNetwork.consume(address))
    if (seconds !== undefined) return { type: 'too-many', seconds }
    return db.transaction().execute(async (tx) => {
      const code = await createSmsCode({ db: tx, now }, { ...input, subject: caller.subject })
      const sent = await tools.sms.send(tx, {
        phone: input.phone,
        text: familyTexts.smsText[language](code),
        now,
        goodSeconds: SMS_CODE_LIFETIME_SECONDS,
      })
      if (sent === 'none') return refuse(familyTexts.noSms)
      return succeed({ demoCode: sent === 'shown' ? code : undefined })
    })
  },

  ...accountSecurityHandlers,
  ...avatarHandlers,
}
