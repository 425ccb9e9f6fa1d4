/** Local parts of roles, without separators, by language. */
const ROLE_NAMES = {
  rfc2142:
    'abuse admin administrator ftp hostmaster info marketing news noc postmaster root sales security support usenet uucp webmaster www',
  english:
    'accounting accounts admissions ads advertising affiliates all alerts api appointments billing board booking bookings bounce bounces business campaigns career careers ceo compliance connect contact contactus cs customercare customerservice customersupport data dataprotection delivery design dev developers devops director directors dispatch donations dpo editor editorial education email emails enquiries enquiry estimating events everyone export facilities feedback finance foundation frontdesk gdpr general hello help helpdesk hi hiring hq hr humanresources inbox inquiries inquiry insurance investors invoice invoices invoicing it itsupport jobs join legal library licensing list lists logistics maildaemon mailerdaemon maintenance management manager media members membership newsletter newsletters noreply donotreply notifications office officemanager online operations ops order orders parts partner partners partnerships payments payroll phish phishing policy pr press privacy procurement production projects property purchasing quality quotes reception receptionist recruiting recruitment refunds registrar registration remove renewals rentals reply request requests reservations resumes returns rsvp sales salesteam secretary service services shipping shop social spam sponsorship staff stats store studio subscribe suggestions supply sysadmin tax team tech technical techsupport test tickets tours trade training travel treasurer trustees undisclosedrecipients unsubscribe users volunteer warehouse warranty web website welcome wholesale work workshop',
  german:
    'anfrage anfragen angebot anmeldung ausbildung auskunft beratung bestellung bestellungen betrieb bewerbung bewerbungen buchhaltung buchung buchungen buero bueroleitung büro datenschutz datenschutzbeauftragter dialog dienstplan disposition einkauf empfang faktura fragen gemeinde geschaeftsfuehrung geschaeftsleitung geschaeftsstelle geschäftsführung geschäftsleitung geschäftsstelle hausverwaltung impressum infos karriere kontakt kundenbetreuung kundendienst kundenservice kunden lager leitung lohn mail mitglieder patienten personal personalabteilung poststelle praxis presse pressestelle rathaus rechnung rechnungen rechnungswesen redaktion reklamation reservierung reservierungen rezeption sekretariat stellen technik termin termine verein verkauf versand vertrieb verwaltung vorstand werbung werkstatt zentrale',
  french:
    'accueil achat achats adherents agence boutique bureau candidature candidatures clients commande commandes commercial communication compta comptabilite comptabilité conseil courrier devis direction directeur emploi facturation factures formation gestion informations infocommercial location mairie mediation presidence presse publicite recrutement redaction relationclient renseignements reservation reservations responsable rh sav secretariat serviceclient servicecommercial siege stage technique ventes vente',
  spanish:
    'administracion administración alquiler atencion atencionalcliente atención ayuda bolsadetrabajo calidad citas cliente clientes comercial compras comunicacion consultas contabilidad contacto contratacion correo cotizaciones cursos delegacion departamento direccion dirección empleo empresa envios facturacion facturas formacion gerencia informacion información laboral logistica marketing matriculas medios oficina pedidos personal prensa presupuesto presupuestos proveedores publicidad quejas recepcion recepción reclamaciones recursoshumanos rrhh secretaria secretaría servicios soporte taller tecnico tienda trabajo turismo ventas',
  italian:
    'abbonamenti acquisti amministrazione assistenza assistenzaclienti azienda candidature clienti commerciale comunicazione contabilita contabilità contatti contatto curriculum direzione fatture fatturazione fornitori generale gestione iscrizioni lavoro logistica magazzino ordini pec prenotazione prenotazioni preventivi preventivo produzione protocollo qualita redazione risorseumane segreteria servizi servizioclienti stampa tecnico ufficio ufficiostampa ufficiotecnico vendite',
  portuguese:
    'agendamento ajuda assessoria atendimento cadastro cobranca cobrança compras comercial comunicacao comunicação contabilidade contato contatos curriculos diretoria duvidas engenharia estoque eventos faleconosco financeiro fiscal geral imprensa informacoes juridico licitacao loja manutencao matricula orcamento orcamentos orçamento ouvidoria pedidos recepcao recepção recrutamento recursoshumanos reservas sac secretaria suporte vagas vendas',
  dutch:
    'aanmelden aanvraag administratie advies afspraak afspraken algemeen bedrijf bestelling bestellingen bestuur boekhouding commercieel contactpersoon crediteuren debiteuren directie facturen factuur financien informatie inkoop inschrijven klacht klachten klant klantenservice magazijn ledenadministratie offerte offertes personeel planning pers receptie redactie reserveren reserveringen sollicitatie sollicitaties secretariaat service vacature vacatures verhuur verkoop vragen webwinkel winkel',
  nordic:
    'aftensalg asiakaspalvelu bestilling bogholderi bokning ekonomi ekonomiavdelning faktura fakturor hallinto henkilosto info ilmoittautuminen karriar kansli kontakt kontor kontoret kundeservice kundservice kundtjanst laskutus medlem myynti myyntipalvelu order palvelu personal post postmottak press regnskab regnskap resepsjon reception rekry salg salgs support tilaukset toimisto vaxel',
  slavic:
    'biuro bok dzialhandlowy faktury fakturace handlowy kadry kancelaria kancelar kariera kontakty ksiegowosc marketing objednavky obchod oferty podpora pomoc praca prace prodej prodaja racunovodstvo recepce recepcja reklamace rekrutacja rezerwacja rezerwacje rezervace sekretariat sklep sprzedaz szkolenia tajnistvo uctarna uprava vedeni vyroba zakazky zamowienia zarzad buhgalteria buh kadri otdel otdelkadrov priemnaya prodazhi reklama zakaz zakupki',
  other:
    'bilgi destek iletisim insankaynaklari kurumsal muhasebe musteri musterihizmetleri pazarlama rezervasyon satis siparis teklif ertekesites iroda penzugy titkarsag ugyfelszolgalat birou comenzi contabilitate secretariat vanzari relatii eisagogi grammateia poliseis jinji kanri saiyo soumu toiawase kefu xiaoshou zhaopin hr86',
} as const

const NAMES: ReadonlySet<string> = new Set(Object.values(ROLE_NAMES).flatMap((names) => names.split(' ')))

/**
 * Whether a local part names a role (`info`, `Sales+web`, `kunden-service`, `info2`) and not a person. Ignores
 * separators, case, what follows a plus sign, and trailing digits.
 */
export function isRoleName(local: string): boolean {
  const [name = ''] = local.normalize('NFC').toLowerCase().split('+')
  return NAMES.has(name.replace(/[._-]/g, '').replace(/\d{1,4}$/, ''))
}
