/** Phrases outside the mail templates. */
interface Phrases {
  hello: string
  buttonFails: string
  questions: string
  preferences: string
  unsubscribe: string
}

const EN: Phrases = {
  hello: 'Hello',
  buttonFails: 'If the button does not work, open this address:',
  questions: 'Questions? Write to',
  preferences: 'Email settings',
  unsubscribe: 'Unsubscribe',
}

const PHRASES: Record<string, Phrases> = {
  en: EN,
  de: {
    hello: 'Hallo',
    buttonFails: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
    questions: 'Fragen? Schreiben Sie an',
    preferences: 'E-Mail-Einstellungen',
    unsubscribe: 'Abmelden',
  },
  fr: {
    hello: 'Bonjour',
    buttonFails: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
    questions: 'Des questions ? Écrivez à',
    preferences: 'Préférences d’e-mail',
    unsubscribe: 'Se désabonner',
  },
  es: {
    hello: 'Hola',
    buttonFails: 'Si el botón no funciona, abre esta dirección:',
    questions: '¿Preguntas? Escribe a',
    preferences: 'Preferencias de correo',
    unsubscribe: 'Darse de baja',
  },
  pt: {
    hello: 'Olá',
    buttonFails: 'Se o botão não funcionar, abra este endereço:',
    questions: 'Dúvidas? Escreva para',
    preferences: 'Preferências de e-mail',
    unsubscribe: 'Cancelar inscrição',
  },
  it: {
    hello: 'Ciao',
    buttonFails: 'Se il pulsante non funziona, apri questo indirizzo:',
    questions: 'Domande? Scrivi a',
    preferences: 'Preferenze e-mail',
    unsubscribe: 'Annulla iscrizione',
  },
  nl: {
    hello: 'Hallo',
    buttonFails: 'Werkt de knop niet, open dan dit adres:',
    questions: 'Vragen? Schrijf naar',
    preferences: 'E-mailinstellingen',
    unsubscribe: 'Afmelden',
  },
}

export const findPhrases = (language: string): Phrases => PHRASES[language] ?? EN
