// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.CreateInvitationParams;
import io.github.partnerline.model.CreateInvitationResult;
import io.github.partnerline.model.Invitation;
import io.github.partnerline.model.ResendInvitationResult;
import java.util.List;

/** Calls of Partner connect that concern invitations. */
public final class InvitationsResource {
  private final Transport transport;

  InvitationsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Invites someone: 201. {@code invitation_not_applicable} unless the representation decision asks for more people.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public CreateInvitationResult create(String ref, CreateInvitationParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding/{ref}/invitations", ref).body(params).withKey(), options, CreateInvitationResult.class);
  }

  /** {@link #create}, as the client has it. */
  public CreateInvitationResult create(String ref, CreateInvitationParams params) {
    return create(ref, params, Options.none());
  }

  /**
   * Lists them, oldest first.
   */
  public List<Invitation> list(String ref, Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding/{ref}/invitations", ref).unwrapped(), options, Invitation.class);
  }

  /** {@link #list}, as the client has it. */
  public List<Invitation> list(String ref) {
    return list(ref, Options.none());
  }

  /**
   * Returns one.
   */
  public Invitation get(String ref, String invitationId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding/{ref}/invitations/{invitation_id}", ref, invitationId), options, Invitation.class);
  }

  /** {@link #get}, as the client has it. */
  public Invitation get(String ref, String invitationId) {
    return get(ref, invitationId, Options.none());
  }

  /**
   * Takes a pending invitation back; its link stops working. 204.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public void revoke(String ref, String invitationId, Options options) {
    transport.call(Request.of(Api.PARTNER_CONNECT, "DELETE", "/onboarding/{ref}/invitations/{invitation_id}", ref, invitationId), options);
  }

  /** {@link #revoke}, as the client has it. */
  public void revoke(String ref, String invitationId) {
    revoke(ref, invitationId, Options.none());
  }

  /**
   * Sends a pending invitation again, every 10 minutes at most and 5 times in all.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public ResendInvitationResult resend(String ref, String invitationId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding/{ref}/invitations/{invitation_id}/resend", ref, invitationId).withKey(), options, ResendInvitationResult.class);
  }

  /** {@link #resend}, as the client has it. */
  public ResendInvitationResult resend(String ref, String invitationId) {
    return resend(ref, invitationId, Options.none());
  }
}
